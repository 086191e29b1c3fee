import { expect, test } from 'bun:test'
import { planRequest } from '../../../../../src/faces/web/page/plan-request.ts'

test('the plan is asked about the service, or about the port with its protocol, and about nothing that it does not take', () => {
  expect(planRequest({ useCase: 'plex', hostname: 'home.example.com', routerBrand: 'iptime' })).toEqual({
    ...{ useCase: 'plex', routerBrand: 'iptime' },
  })
  expect(planRequest({ port: 8080 })).toEqual({ ports: [{ port: 8080, protocol: 'tcp' }] })
  expect(planRequest({ port: 8080, protocol: 'udp', isp: 'kt' })).toEqual({ isp: 'kt', ports: [{ port: 8080, protocol: 'udp' }] })
})
