/** The parsers of settings. Each throws a Misfit that says what the value should be. */

import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { DNS_PORT, type ResolverSetting } from '../net/dns/resolvers.ts'
import { type Block, blockText, parseAddress, parseBlock, unmappedBlock } from '../policy/address.ts'
import { parseDomain } from '../policy/names.ts'
import { Misfit } from './config-error.ts'

/** The headers in which a trusted proxy may name the client. doorstep reads one of them. */
export const CLIENT_IP_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip'] as const
export type ClientIpHeader = (typeof CLIENT_IP_HEADERS)[number]

const PORT_MAX = 65_535

/** Returns a whole number; null if the text is not one, or is not within these bounds. */
function numberIn(text: string, least: 0 | 1, most: number): number | null {
  const number = Number(text)
  return /^\d{1,5}$/.test(text) && number >= least && number <= most ? number : null
}

function portIn(text: string, least: 0 | 1): number | null {
  return numberIn(text, least, PORT_MAX)
}

/** Returns a port to listen on; 0 lets the system choose. */
export function parsePort(text: string): number {
  const port = portIn(text, 0)
  if (port === null) throw new Misfit(`is not a port (0-${PORT_MAX})`, `포트 번호(0-${PORT_MAX})가 아닙니다`)
  return port
}

export interface ListenAddress {
  readonly host: string
  readonly port: number
}

const LISTEN_ADDRESS = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/

/** Reads where metrics are served: on the main port, at an address of their own, or not at all. */
export function parseMetrics(text: string): 'on' | 'off' | ListenAddress {
  if (/^(on|off)$/i.test(text)) return parseWord<'on' | 'off'>(text, ['on', 'off'])
  const [, bracketed, plain, portText = ''] = LISTEN_ADDRESS.exec(text) ?? []
  const host = bracketed ?? plain ?? ''
  const [address, port] = [parseAddress(host), portIn(portText, 0)]
  if ((host !== 'localhost' && !address) || port === null) {
    throw new Misfit(
      'is not on, off or address:port (for example 127.0.0.1:9100 or [::1]:9100)',
      'on, off 또는 주소:포트(예: 127.0.0.1:9100, [::1]:9100)가 아닙니다',
    )
  }
  return { host: address?.text ?? host, port }
}

const WORKERS_MAX = 256
const needsLinux = () =>
  new Misfit(
    'needs Linux: elsewhere, processes cannot share a port',
    'Linux에서만 쓸 수 있습니다. 다른 운영체제에서는 여러 프로세스가 포트 하나를 함께 쓸 수 없습니다',
  )

/** Returns the number of processes to run; `auto` is one per core. */
export function parseWorkers(text: string): number {
  const count = text === 'auto' ? Math.min(WORKERS_MAX, availableParallelism()) : numberIn(text, 1, WORKERS_MAX)
  if (count === null)
    throw new Misfit(
      `is not a number of processes (1-${WORKERS_MAX}) or auto`,
      `프로세스 수(1-${WORKERS_MAX}) 또는 auto가 아닙니다`,
    )
  if (text !== '1' && process.platform !== 'linux') throw needsLinux()
  return count
}

export function parseReplace(text: string): boolean {
  const isOn = parseOnOff(text)
  if (isOn && process.platform !== 'linux') throw needsLinux()
  return isOn
}

/** Returns the UDP port to answer at; null for `off`. */
export function parseEchoPort(text: string): number | null {
  if (text === 'off') return null
  const port = portIn(text, 1)
  if (port === null) throw new Misfit(`is neither a port (1-${PORT_MAX}) nor off`, `포트 번호(1-${PORT_MAX})나 off가 아닙니다`)
  if (process.platform !== 'linux') throw new Misfit('needs Linux', 'Linux에서만 쓸 수 있습니다')
  return port
}

/** Returns the items of a list, trimmed; an empty text is an empty list. */
export function parseList<Item>(text: string, parseItem: (item: string) => Item): readonly Item[] {
  if (text === '') return []
  const items = text.split(',').map((item) => item.trim())
  return items.map((item) => {
    try {
      return parseItem(item)
    } catch (error) {
      if (items.length === 1 || !(error instanceof Misfit)) throw error
      const shown = JSON.stringify(item)
      throw new Misfit(`contains ${shown}, which ${error.message}`, `${shown} 항목이 잘못되었습니다. ${error.ko}`)
    }
  })
}

/** Ports and ranges of ports (`25,1000-1010`), each port once, in order. */
export function parsePorts(text: string): readonly number[] {
  return [...new Set(parseList(text, parseRange).flat())].sort((one, other) => one - other)
}

function parseRange(text: string): readonly number[] {
  const [from = '', to = from, ...more] = text.split('-').map((end) => end.trim())
  const [first, last] = [portIn(from, 1), portIn(to, 1)]
  if (first === null || last === null || more.length > 0) {
    throw new Misfit(
      `is not a port (1-${PORT_MAX}) or a range such as 1-1024`,
      `포트 번호(1-${PORT_MAX}) 또는 1-1024와 같은 범위가 아닙니다`,
    )
  }
  if (last < first)
    throw new Misfit(`runs backwards: write ${last}-${first}`, `범위의 시작이 끝보다 큽니다. 올바른 범위: ${last}-${first}`)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Addresses and CIDR blocks; an IPv4-mapped block becomes its IPv4 block. */
export function parseBlocks(text: string): readonly Block[] {
  return parseList(text, parseOneBlock)
}

function parseOneBlock(text: string): Block {
  const block = parseBlock(text)
  if (!block) throw notABlock(text)
  return unmappedBlock(block)
}

/** The proxies that are trusted: those at certain addresses, and whoever may open the socket file. */
export interface TrustedProxies {
  readonly blocks: readonly Block[]
  readonly unix: boolean
}

/** Reads blocks like `parseBlocks`, and `unix` for the peer of a socket file. */
export function parseProxies(text: string): TrustedProxies {
  const items = parseList(text, (item) => (item === 'unix' ? item : parseOneBlock(item)))
  return { blocks: items.flatMap((item) => (item === 'unix' ? [] : item)), unix: items.includes('unix') }
}

const LOCALHOST = '127.0.0.0/8,::1'

function notABlock(text: string): Misfit {
  if (text.toLowerCase() === 'localhost')
    return new Misfit(`is a name: write ${LOCALHOST}`, `주소가 아니라 이름입니다. 올바른 값: ${LOCALHOST}`)
  const wider = widerBlock(text)
  if (wider)
    return new Misfit(`has bits set after its prefix: write ${wider}`, `프리픽스 뒤의 비트가 0이 아닙니다. 올바른 값: ${wider}`)
  return new Misfit(
    'is not an IP address or a CIDR block (such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32)',
    'IP 주소나 CIDR 대역(예: 192.0.2.7, 10.0.0.0/8, 2001:db8::/32)이 아닙니다',
  )
}

/** 10.0.0.0/8 for 10.0.0.1/8; null if the mistake is a different one. */
function widerBlock(text: string): string | null {
  const [network = '', length = ''] = text.split('/')
  const address = parseAddress(network)
  if (!address || !/^\d{1,3}$/.test(length) || Number(length) > address.words.length * 32) return null
  const wider = blockText(address, Number(length))
  return parseBlock(wider) && wider
}

const RESOLVER = /^([a-z0-9-]+)=(?:(system)|\[([^\]]+)\](?::(\d{1,5}))?|([^:]+)(?::(\d{1,5}))?|(.+))$/

/** Exactly three: `id=address`, `id=address:port`, `id=[2001:db8::53]:port` or `id=system`. */
export function parseResolvers(text: string): readonly [ResolverSetting, ResolverSetting, ResolverSetting] {
  const [first, second, third, ...more] = parseList(text, parseResolver)
  if (!first || !second || !third || more.length > 0)
    throw new Misfit('does not name exactly three resolvers', 'DNS 서버를 정확히 세 개 지정해야 합니다')
  if (new Set([first.id, second.id, third.id]).size < 3) throw new Misfit('uses the same id twice', '같은 id를 두 번 썼습니다')
  return [first, second, third]
}

function parseResolver(text: string): ResolverSetting {
  const [, id, system, bracketed, bracketedPort, plain, plainPort, bare] = RESOLVER.exec(text) ?? []
  if (id !== undefined && system) return { id, endpoint: 'system' }
  const address = parseAddress(bracketed ?? plain ?? bare ?? '')
  const port = portIn(bracketedPort ?? plainPort ?? String(DNS_PORT), 1)
  if (id === undefined || !address || port === null) {
    throw new Misfit(
      'is not id=address[:port] (for example quad9=9.9.9.9) or id=system',
      'id=주소[:포트](예: quad9=9.9.9.9) 또는 id=system 형식이 아닙니다',
    )
  }
  return { id, endpoint: { address: address.text, port } }
}

export function parseDomains(text: string): readonly string[] {
  return parseList(text, (item) => {
    const domain = parseDomain(item.replace(/^\./, ''))
    if (typeof domain === 'string') throw new Misfit('is not a domain name', '도메인 이름이 아닙니다')
    return domain.ascii
  })
}

export function parsePath(text: string): string | null {
  return text === '' ? null : text
}

/** Reads one of the words, in any case. */
export function parseWord<Word extends string>(text: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === text.toLowerCase())
  if (!word) throw new Misfit(`is not one of ${words.join(', ')}`, `다음 중 하나가 아닙니다: ${words.join(', ')}`)
  return word
}

export function parseOnOff(text: string): boolean {
  return parseWord(text, ['on', 'off']) === 'on'
}

const WINDOWS_S: Readonly<Record<string, 1 | 60 | 3600>> = { s: 1, min: 60, h: 3600 }
const RATE = /^(\d{1,7})\/(s|min|h)$/

/** `60/min`, `10/s`, `500/h`; null for `off`. */
export function parseRate(text: string): { readonly count: number; readonly windowS: 1 | 60 | 3600 } | null {
  if (text.toLowerCase() === 'off') return null
  const [, digits, unit = ''] = RATE.exec(text.toLowerCase()) ?? []
  const [count, windowS] = [Number(digits), WINDOWS_S[unit]]
  if (windowS === undefined || count < 1)
    throw new Misfit('is not a rate such as 60/min, 10/s or 500/h, nor off', '60/min, 10/s, 500/h와 같은 한도나 off가 아닙니다')
  return { count, windowS }
}

const CONCURRENCY_MAX = 65_535

export function parseConcurrency(text: string): number {
  const count = numberIn(text, 1, CONCURRENCY_MAX)
  if (count === null)
    throw new Misfit(`is not a number from 1 to ${CONCURRENCY_MAX}`, `1에서 ${CONCURRENCY_MAX} 사이의 수가 아닙니다`)
  return count
}

const FILE_PREFIX = 'unix:'
/** The kernel takes 107 bytes; the file is made under a longer name (`src/net/libc/listener.ts`). */
const FILE_MAX_BYTES = 99

/** Returns an address or `localhost`, or `unix:` with the whole path of a socket file. */
export function parseHost(text: string): string {
  if (text === 'localhost') return text
  if (text.startsWith(FILE_PREFIX)) return FILE_PREFIX + parseSocketFile(text.slice(FILE_PREFIX.length))
  const address = parseAddress(text)
  if (!address)
    throw new Misfit(
      'is not an IP address to listen on (or localhost, or unix:/path/of/a/file)',
      '수신할 IP 주소(또는 localhost, unix:/파일/경로)가 아닙니다',
    )
  return address.text
}

function parseSocketFile(text: string): string {
  if (process.platform !== 'linux')
    throw new Misfit(
      'needs Linux: elsewhere, only addresses can be listened on',
      'Linux에서만 쓸 수 있습니다. 다른 운영체제에서는 주소를 지정하십시오',
    )
  if (text === '' || text.startsWith('@') || text.includes('\0') || text.endsWith('/'))
    throw new Misfit(
      'does not name a file (for example unix:/run/doorstep.sock)',
      'unix:/run/doorstep.sock과 같은 파일 경로가 아닙니다',
    )
  const path = resolve(text)
  if (Buffer.byteLength(path) > FILE_MAX_BYTES)
    throw new Misfit(
      `is too long: a socket file may have a path of ${FILE_MAX_BYTES} bytes`,
      `너무 깁니다. 소켓 파일의 경로는 ${FILE_MAX_BYTES}바이트까지입니다`,
    )
  return path
}

/** Returns the path of the socket file that a host names; null for an address. */
export function socketFileOf(host: string): string | null {
  return host.startsWith(FILE_PREFIX) ? host.slice(FILE_PREFIX.length) : null
}
