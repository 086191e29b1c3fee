import { expect, test } from 'bun:test'
import { planRequest, planRequestOf } from '../../../../../src/faces/web/page/requests.ts'
import { answerOf } from '../../../../support/page/answers.ts'

test('the plan is asked about the service, or about the port with its protocol, and about nothing that it does not take', () => {
  expect(planRequest({ useCase: 'plex', hostname: 'home.example.com', routerBrand: 'iptime' })).toEqual({
    ...{ useCase: 'plex', routerBrand: 'iptime' },
  })
  expect(planRequest({ port: 8080 })).toEqual({ ports: [{ port: 8080, protocol: 'tcp' }] })
  expect(planRequest({ port: 8080, protocol: 'udp', isp: 'kt' })).toEqual({ isp: 'kt', ports: [{ port: 8080, protocol: 'udp' }] })
})

test('a check leads to the plan that it suggests, otherwise to that for its service or port', () => {
  const see = { code: 'see-plan', label: '', text: '', tool: 'port-forward-plan', request: { useCase: 'valheim', isp: 'kt' } }
  const answer = answerOf('reachability', { port: 8080, protocol: 'tcp', nextActions: [see] })
  expect(planRequestOf(answer, { useCase: 'Valheim' })).toEqual({ useCase: 'valheim', isp: 'kt' })
  const bare = { ...answer, nextActions: [] }
  expect(planRequestOf(bare, { useCase: 'valheim', hostname: 'a.example' })).toEqual({ useCase: 'valheim' })
  expect(planRequestOf(bare, { port: 8080, routerWanIp: '100.64.0.7' })).toEqual({
    ports: [{ port: 8080, protocol: 'tcp' }],
    routerWanIp: '100.64.0.7',
  })
})
