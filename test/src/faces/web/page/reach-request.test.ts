import { expect, test } from 'bun:test'
import { fieldsIn, firstFields, requestOf } from '../../../../../src/faces/web/page/requests.ts'

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

test.each([
  [
    { useCase: 'plex', routerBrand: 'iptime' },
    { subject: 'plex', routerBrand: 'iptime' },
  ],
  [{ port: 8080 }, { subject: '8080' }],
  [
    { port: '8080', protocol: 'udp', hostname: 'home.example.com' },
    { subject: '8080/udp', hostname: 'home.example.com' },
  ],
  [
    { useCase: ['plex'], internalIp: {}, unknown: 'x' },
    { subject: '', internalIp: '' },
  ],
  [{ useCase: 'x'.repeat(1000) }, { subject: 'x'.repeat(253) }],
  [{}, { subject: '' }],
])('%j fills the question with %j', (given, fields) => {
  expect(fieldsIn(given)).toEqual(fields)
})

test('a link goes before what is shown', () => {
  const run = { request: { port: 1 } }
  expect(firstFields(new URLSearchParams('port=2'), run)).toEqual({ subject: '2' })
  expect(firstFields(new URLSearchParams(), run)).toEqual({ subject: '1' })
  expect(firstFields(new URLSearchParams(), null)).toEqual({ subject: '' })
})
