/** How the values of settings are read: each throws an Error that says what the value should be. */
import type { ResolverSetting } from './net/dns/resolvers.ts'
import { type Block, blockText, parseAddress, parseBlock, unmappedBlock } from './policy/address.ts'
import { parseDomain } from './policy/names.ts'

export function parseHost(text: string): string {
  if (text === 'localhost') return text
  const address = parseAddress(text)
  if (!address) throw new Error('is no address to listen on')
  return address.text
}

export function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Error('is no port from 0 to 65535')
  return port
}

export function parsePorts(text: string): number[] {
  if (text === '') return []
  return text.split(',').map((item) => {
    const port = Number(item.trim())
    if (!/^\d{1,5}$/.test(item.trim()) || port < 1 || port > 65_535) {
      throw new Error(`has ${JSON.stringify(item.trim())}, which is no port from 1 to 65535`)
    }
    return port
  })
}

export function parseBlocks(text: string): Block[] {
  if (text === '') return []
  return text.split(',').map((item) => {
    const spelled = item.trim()
    const block = parseBlock(spelled)
    if (block) return unmappedBlock(block)
    const wider = widerBlock(spelled)
    const advice = wider
      ? `has bits set behind its prefix: write ${wider}`
      : 'is no CIDR block (such as 10.0.0.0/8 or 2001:db8::/32)'
    throw new Error(`has ${JSON.stringify(spelled)}, which ${advice}`)
  })
}

/** What someone means who writes 10.0.0.1/8; null if it is not that. */
function widerBlock(text: string): string | null {
  const [network = '', length = ''] = text.split('/')
  const address = parseAddress(network)
  if (!address || !/^\d{1,3}$/.test(length) || Number(length) > address.words.length * 32) return null
  const wider = blockText(address, Number(length))
  return parseBlock(wider) && wider
}

const DNS_PORT = 53
const RESOLVER = /^([a-z0-9-]+)=(?:(system)|\[([^\]]+)\](?::(\d{1,5}))?|([^:]+)(?::(\d{1,5}))?|(.+))$/

/** Exactly three: `id=address`, `id=address:port`, `id=[2001:db8::53]:port` or `id=system`. */
export function parseResolvers(text: string): readonly [ResolverSetting, ResolverSetting, ResolverSetting] {
  const [first, second, third, ...more] = text.split(',').map((item) => parseResolver(item.trim()))
  if (!first || !second || !third || more.length > 0) throw new Error('does not name exactly three resolvers')
  if (new Set([first.id, second.id, third.id]).size < 3) throw new Error('has the same id twice')
  return [first, second, third]
}

function parseResolver(text: string): ResolverSetting {
  const [, id, system, bracketed, bracketedPort, plain, plainPort, bare] = RESOLVER.exec(text) ?? []
  if (id !== undefined && system) return { id, endpoint: 'system' }
  const address = parseAddress(bracketed ?? plain ?? bare ?? '')
  const port = Number(bracketedPort ?? plainPort ?? DNS_PORT)
  if (id === undefined || !address || port < 1 || port > 65_535) {
    throw new Error(`has ${JSON.stringify(text)}, which is not id=address[:port] (like quad9=9.9.9.9) or id=system`)
  }
  return { id, endpoint: { address: address.text, port } }
}

export function parseDomains(text: string): string[] {
  if (text === '') return []
  return text.split(',').map((item) => {
    const domain = parseDomain(item.trim().replace(/^\./, ''))
    if (typeof domain === 'string') throw new Error(`has ${JSON.stringify(item.trim())}, which is no domain name`)
    return domain.ascii
  })
}

export function parsePath(text: string): string | null {
  return text === '' ? null : text
}

export function parseWord<Word extends string>(text: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === text)
  if (!word) throw new Error(`is none of ${words.join(', ')}`)
  return word
}
