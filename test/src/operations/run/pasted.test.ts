import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../../../src/contract/problem.ts'
import { readerOf } from '../../../../src/operations/run/pasted.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import { Peer } from '../../../../src/policy/caller.ts'
import { openCatalogue } from '../../../../src/router/catalogue/load.ts'
import type { Tool } from '../../../../src/tool.ts'
import dnsLookup from '../../../../tools/dns-lookup.ts'
import httpHeaders from '../../../../tools/http-headers.ts'
import ping from '../../../../tools/ping.ts'
import portCheck from '../../../../tools/port-check.ts'
import plan from '../../../../tools/port-forward-plan.ts'
import service from '../../../../tools/public-service-check.ts'
import reachability from '../../../../tools/reachability.ts'
import sslCheck from '../../../../tools/ssl-check.ts'

const catalogue = openCatalogue(null).read()
const caller = new Peer(parseAddress('203.0.113.7'), 'socket')

/** Returns the body as it was read and what is told of it, or the refusal and its field. */
async function read(tool: Tool, body: object) {
  const reader = readerOf(tool, () => Promise.resolve(catalogue))
  try {
    const call = await reader?.({ body, caller, locale: 'en', signal: new AbortController().signal, face: 'http' })
    return { body: call?.body, understood: call?.understood?.map(({ field, value }) => `${field}=${value}`).join(' ') ?? '' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, field: error.particulars.field }
  }
}

describe('in place of a service, or beside it', () => {
  test.each([
    ['minecraft 25566', { useCase: 'minecraft', port: 25_566 }],
    ['마인크래프트 25566번 포트', { useCase: '마인크래프트', port: 25_566 }],
    ['8080 포트', { port: 8080 }],
    ['8080번 포트 여는 법', { port: 8080 }],
    ['How to forward port 25565', { port: 25_565 }],
    ['open udp port 53', { port: 53, protocol: 'udp' }],
    ['０８０８０', { port: 8080 }],
    ['192.168.0.10:8080', { internalIp: '192.168.0.10', port: 8080 }],
    ['http://192.168.0.10:8080/', { internalIp: '192.168.0.10', port: 8080, scheme: 'http' }],
    ['HTTPS://nas.example.com/photo?x', { hostname: 'nas.example.com', port: 443, scheme: 'https' }],
    ['nas.example.com:5001', { hostname: 'nas.example.com', port: 5001 }],
    ['minecraft 192.168.0.10:25566', { useCase: 'minecraft', internalIp: '192.168.0.10', port: 25_566 }],
    ['203.0.113.7:25565', { port: 25_565 }],
    ['localhost:8080', { hostname: 'localhost', port: 8080 }],
    ['25565-25570', { port: 25_565 }],
  ])('%s', async (text, body) => expect(await read(reachability, { useCase: text })).toMatchObject({ body }))

  test.each(['minecraft', '7 days to die', 'left 4 dead 2', 'battle.net', '1.21', '-1', 'NAT type 3', 'C++', 'cs 1.6'])(
    '%s is left as it is',
    async (text) => expect(await read(reachability, { useCase: text })).toEqual({ body: { useCase: text }, understood: '' }),
  )

  test('a list of ports takes them all, and a tool tells what it has no field for', async () => {
    const ports = [25_565, 25_566].map((port) => ({ port, protocol: 'tcp' }))
    expect(await read(plan, { useCase: '25565-25566/tcp' })).toEqual({ body: { ports }, understood: 'ports=25565-25566/tcp' })
    expect(await read(portCheck, { useCase: '80,443' })).toEqual({ body: { port: 80 }, understood: 'port=80 ports=80,443' })
    expect(await read(portCheck, { useCase: 'https://nas.example.com:5001/x' })).toEqual({
      body: { port: 5001 },
      understood: 'hostname=nas.example.com port=5001 scheme=https path=/x',
    })
  })

  test.each([
    [{ useCase: 'minecraft 25566', port: 25_565 }, 'port'],
    [{ useCase: 'tcp 8080', protocol: 'UDP' }, 'protocol'],
    [{ useCase: 'nas.example.com:5001', hostname: 'other.example.com' }, 'hostname'],
    [{ useCase: '8.8.8.8:80' }, 'useCase'],
    [{ useCase: 'http://u:p@nas.example.com/' }, 'useCase'],
    [{ useCase: 'nas http://127.1:5001/' }, 'useCase'],
    [{ useCase: 'nas.example.com' }, 'port'],
  ])('%j is refused at %s', async (body, field) => {
    expect(await read(reachability, body)).toEqual({ code: 'invalid-request', field })
  })

  test('what does not contradict is not a mistake', async () => {
    expect(await read(reachability, { useCase: 'minecraft 25566', port: 25_566 })).toMatchObject({ body: { port: 25_566 } })
    expect(await read(reachability, { useCase: 'nas.example.com', port: 5001 })).toMatchObject({
      body: { hostname: 'nas.example.com', port: 5001 },
    })
    expect(await read(plan, { useCase: 'minecraft 25566', ports: [{ port: 1 }] })).toEqual({
      code: 'invalid-request',
      field: 'ports',
    })
  })
})

test.each([
  [ping, { host: 'https://www.example.com/x' }, { host: 'www.example.com' }, 'host=www.example.com scheme=https path=/x'],
  [ping, { host: '2001:db8::1' }, { host: '2001:db8::1' }, ''],
  [ping, { host: 'example.com:99999' }, { host: 'example.com:99999' }, ''],
  [sslCheck, { host: 'example.com:8443' }, { host: 'example.com', port: 8443 }, 'host=example.com port=8443'],
  [sslCheck, { host: 'https://example.com/' }, { host: 'example.com' }, 'host=example.com scheme=https'],
  [
    service,
    { target: 'https://example.com' },
    { target: 'example.com', port: 443, scheme: 'https' },
    'target=example.com port=443 scheme=https',
  ],
  [dnsLookup, { domain: '0/25.2.0.192.in-addr.arpa' }, { domain: '0/25.2.0.192.in-addr.arpa' }, ''],
  [httpHeaders, { url: 'example.com:8080/x' }, { url: 'http://example.com:8080/x' }, 'url=http://example.com:8080/x'],
  [httpHeaders, { url: 'javascript:alert(1)' }, { url: 'javascript:alert(1)' }, ''],
])('in the field of a host: %#', async (tool, body, taken, understood) =>
  expect(await read(tool, body)).toEqual({ body: taken, understood }),
)

test('words of closed lists are taken in any case, at any depth; all else is left', async () => {
  expect(await read(service, { target: 'a.example', port: 1, protocol: 'TCP', scheme: 'Https' })).toEqual({
    body: { target: 'a.example', port: 1, protocol: 'tcp', scheme: 'https' },
    understood: '',
  })
  expect(await read(plan, { ports: [{ port: 1, protocol: 'BOTH' }, 'TCP'], x: 'TCP' })).toMatchObject({
    body: { ports: [{ port: 1, protocol: 'both' }, 'TCP'], x: 'TCP' },
  })
})
