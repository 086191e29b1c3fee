// Homes on loopback that ask the tools over HTTP, as visitors behind a trusted proxy do.
import { expect } from 'bun:test'
import { bodyOf, postTool, type Server, startServer, UNLIMITED_TARGETS } from '../server.ts'

export type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>

/** Stands for the address of the requester. */
const SEEN = 'the address of the requester'

/** The lines: what the caller knows of provider, router and WAN address. */
export const LINES = {
  'nothing known': {},
  'a public WAN address': { routerBrand: 'iptime', routerWanIp: SEEN },
  'carrier-grade NAT': { routerBrand: 'asus', routerWanIp: '100.71.20.5' },
  'DS-Lite': { routerBrand: 'fritzbox', isp: 'vodafone-de', routerWanIp: '192.0.0.2' },
  'a private WAN address of the carrier': { routerBrand: 'xfinity', routerWanIp: '10.12.3.4' },
  'T-Mobile, with its WAN address': { isp: 'T-Mobile', routerWanIp: '10.12.3.4' },
  'the box of KT upstream': { routerBrand: '아이피타임', isp: 'KT', routerWanIp: '172.30.1.5' },
  'some box upstream': { routerBrand: 'tp-link', routerWanIp: '192.168.1.64' },
  Starlink: { isp: 'starlink' },
  'a dormitory': { isp: '기숙사', routerWanIp: '10.3.2.77' },
  'a building': { isp: '원룸' },
  'a room with a public address of its own': { isp: 'hotel', routerWanIp: SEEN },
  'T-Mobile': { isp: 'T-Mobile' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

/** Starts a server that believes the homes their addresses and may reach them. */
export function startForHomes(args: readonly string[] = []): Promise<Server> {
  const trusting = ['--trusted-proxies', '127.0.0.1', '--allow-targets', '127.0.0.0/8,::1/128', '--rate-limit', 'off']
  return startServer({ args: [...trusting, ...args], env: UNLIMITED_TARGETS })
}

/** Test runs beside each other have homes in networks of their own. */
const NETWORK = `127.${16 + (process.pid % 200)}`

/** Returns the address of a home of its own for each number. */
export const homeOf = (number: number): string => `${NETWORK}.${number >> 8}.${number & 255 || 254}`

/** Returns the hints of a line as this home knows them. */
export function hintsOf(line: Readonly<Record<string, string>>, home: string): Record<string, string> {
  return Object.fromEntries(Object.entries(line).map(([field, value]) => [field, value === SEEN ? home : value]))
}

/** Asks a tool in the name of a home. */
export async function askFrom(url: string, home: string, tool: string, request: object, language = 'en'): Promise<ToolAnswer> {
  const answer = await postTool(url, tool, request, { 'x-forwarded-for': home, 'accept-language': language })
  expect([tool, answer.status]).toEqual([tool, 200])
  return bodyOf(answer)
}

const AT_ONCE = 8

/** Starts the work on all of a list, some at a time: most of the time is spent waiting for what never comes back. */
export function someAtOnce<One, Result>(
  all: readonly One[],
  work: (one: One, number: number) => Promise<Result>,
): Promise<Result>[] {
  const turns: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve())
  return all.map((one, index) => {
    const result = Promise.resolve(turns[index % AT_ONCE]).then(() => work(one, index + 1))
    turns[index % AT_ONCE] = result.catch(() => {})
    return result
  })
}
