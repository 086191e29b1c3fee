// The request for a plan, from what was typed.
import { expect, test } from 'bun:test'
import { withHome } from '../../../../../src/faces/web/page/router-card.tsx'

test('what was typed replaces what a request said of the home; half an address is not sent', () => {
  const request = { useCase: 'valheim', routerBrand: 'asus', internalIp: '192.168.50.2' }
  expect(withHome(request, { routerBrand: ' ipTIME ', internalIp: '192.168.0.10', routerWanIp: '100.64.0.7' })).toEqual({
    useCase: 'valheim',
    routerBrand: 'ipTIME',
    internalIp: '192.168.0.10',
    routerWanIp: '100.64.0.7',
  })
  expect(withHome(request, { routerBrand: '', internalIp: '192.168.', routerWanIp: '100.' })).toEqual({ useCase: 'valheim' })
})
