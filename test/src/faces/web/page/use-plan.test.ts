// The request for a plan, from an answer and from what was typed.
import { expect, test } from 'bun:test'
import { planRequestOf, withHome } from '../../../../../src/faces/web/page/use-plan.ts'
import { answerOf } from '../../../../support/page/answers.ts'

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

test('what was typed replaces what a request said of the home; half an address is not sent', () => {
  const request = { useCase: 'valheim', routerBrand: 'asus', internalIp: '192.168.50.2' }
  expect(withHome(request, { routerBrand: ' ipTIME ', internalIp: '192.168.0.10' })).toEqual({
    useCase: 'valheim',
    routerBrand: 'ipTIME',
    internalIp: '192.168.0.10',
  })
  expect(withHome(request, { routerBrand: '', internalIp: '192.168.' })).toEqual({ useCase: 'valheim' })
})
