import { expect, test } from 'bun:test'
import { bodyOf } from '../support/server.ts'
import { sharedServer } from '../support/shared.ts'

const server = await sharedServer({ args: ['--trusted-proxies', '127.0.0.1/32'] })

const ask = (client: string, headers: Record<string, string> = {}, query = '') =>
  fetch(`${server.url}/api/ip/json${query}`, { headers: { 'x-forwarded-for': client, ...headers } })

test('a public requester gets network and place from the data', async () => {
  const answer = await ask('8.8.8.8')
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect([answer.headers.get('cache-control'), answer.headers.get('content-language')]).toEqual(['no-store', 'en'])
  expect(answer.headers.get('vary')).toContain('Accept-Language')
  expect(await bodyOf(answer)).toEqual({
    ip: '8.8.8.8',
    ipVersion: 4,
    dataDate: '2026-06-05',
    country: 'United States',
    countryCode: 'US',
    continent: 'North America',
    continentCode: 'NA',
    region: 'California',
    city: 'Mountain View',
    latitude: 37.422,
    longitude: -122.085,
    timezone: 'America/Los_Angeles',
    asn: 15169,
    organization: 'Google LLC',
    scope: 'public',
  })
})

test('in Korean, country and continent are Korean and codes are not', async () => {
  const answer = await ask('168.126.63.1', { 'accept-language': 'ko-KR,ko;q=0.9' })
  expect(answer.headers.get('content-language')).toBe('ko')
  expect(await bodyOf(answer)).toMatchObject({
    country: '대한민국',
    countryCode: 'KR',
    continent: '아시아',
    continentCode: 'AS',
    timezone: 'Asia/Seoul',
    asn: 4766,
  })
})

test.each([
  ['10.1.2.3', 'private'],
  ['fd00::1', 'private'],
  ['100.64.1.1', 'shared'],
  ['127.0.0.1', 'loopback'],
  ['169.254.1.1', 'link-local'],
  ['192.0.2.1', 'reserved'],
  ['2002:808:808::1', 'reserved'],
])('an address that is not public has a scope and no place: %s is %s', async (client, scope) => {
  const body = await bodyOf(await ask(client))
  expect(body).toMatchObject({ ip: client, scope, dataDate: '2026-06-05' })
  const { ip, ipVersion, dataDate, scope: _, ...rest } = body
  expect([ip, ipVersion, dataDate]).not.toContain(null)
  expect(Object.values(rest)).toEqual(Array(11).fill(null))
})

test('as text it is a field a line, for ?format=text and for Accept', async () => {
  for (const answer of [await ask('8.8.8.8', {}, '?format=text'), await ask('8.8.8.8', { accept: 'text/plain' })]) {
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('vary')).toBe('Accept, Accept-Language')
    expect(await answer.text()).toMatch(/^ip: +8\.8\.8\.8\nipVersion: +4\n/)
  }
})
