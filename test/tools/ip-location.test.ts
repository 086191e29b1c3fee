import { expect, test } from 'bun:test'
import { bodyOf, postTool } from '../support/server.ts'
import { sharedServer } from '../support/shared.ts'

const server = await sharedServer()

const locate = (ip: string, headers: Record<string, string> = {}) => postTool(server.url, 'ip-location', { ip }, headers)

test('a place with everything in the data, and the network', async () => {
  const body = await bodyOf(await locate('8.8.8.8'))
  expect(body).toMatchObject({ tool: 'ip-location', checkedAt: expect.any(String), elapsedMs: expect.any(Number), good: true })
  const { tool, checkedAt, elapsedMs, headline, good, ...place } = body
  expect(headline).toBe('8.8.8.8 is probably in Mountain View, California, United States.')
  expect(place).toEqual({
    ip: '8.8.8.8',
    ipVersion: 4,
    dataDate: '2026-06-05',
    country: 'United States',
    countryCode: 'US',
    continent: 'North America',
    continentCode: 'NA',
    region: 'California',
    city: 'Mountain View',
    timezone: 'America/Los_Angeles',
    coordinates: { latitude: 37.422, longitude: -122.085 },
    asn: 15169,
    organization: 'Google LLC',
  })
})

test.each([
  ['1.1.1.1', 'AU', 13335],
  ['168.126.63.1', 'KR', 4766],
  ['2606:4700:4700::1111', 'CA', 13335],
  ['2001:200::1', 'JP', 2500],
])('%s is in %s, AS%d', async (ip, countryCode, asn) => {
  expect(await bodyOf(await locate(ip))).toMatchObject({ ip, countryCode, asn })
})

test('an address without a place has nulls', async () => {
  const body = await bodyOf(await locate('3000::1'))
  expect(body).toMatchObject({ country: null, countryCode: null, continent: null, city: null, timezone: null, coordinates: null })
})

test('in Korean a place is told from the country down', async () => {
  const answer = await locate('8.8.8.8', { 'accept-language': 'ko' })
  expect(answer.headers.get('content-language')).toBe('ko')
  const headline = '8.8.8.8 주소의 추정 위치는 미국 California Mountain View입니다.'
  expect(await bodyOf(answer)).toMatchObject({ headline, country: '미국', continent: '북아메리카' })
})
