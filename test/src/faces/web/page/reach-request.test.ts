import { expect, test } from 'bun:test'
import { requestOf } from '../../../../../src/faces/web/page/reach-request.ts'

test.each([
  ['Minecraft', { useCase: 'Minecraft' }],
  [' 8080 ', { port: 8080 }],
  [':8080', { port: 8080 }],
  ['8080/udp', { port: 8080, protocol: 'udp' }],
  ['UDP 8080', { port: 8080, protocol: 'udp' }],
  ['7 days to die', { useCase: '7 days to die' }],
  ['1'.repeat(7), { useCase: '1111111' }],
])('%p asks for %p', (subject, request) => {
  expect(requestOf({ subject })).toEqual(request)
})

test('details that were left empty are not sent', () => {
  expect(requestOf({ subject: '1', routerBrand: ' iptime ', hostname: ' ' })).toEqual({ port: 1, routerBrand: 'iptime' })
})
