import { parseAddress, portOfUrl } from '../../policy/address.ts'
import { localRule, parseDomain } from '../../policy/names.ts'
import { wordsOf } from '../../router/catalogue/names.ts'

/** The parts of one text. `host` is a name or an address, as it was written. */
export interface Parts {
  readonly host?: string | undefined
  readonly scheme?: string | undefined
  readonly path?: string | undefined
  readonly name?: string | undefined
  readonly ports?: readonly Range[] | undefined
  readonly protocol?: string | undefined
}
type Range = readonly [first: number, last: number]

export const RANGES_MAX = 32
/** A host, perhaps with scheme, port and path; without credentials, escapes in the host, backslashes, white space and control characters. */
export const LOCATED =
  /^(?:(https?):\/\/)?(\[[0-9a-f:.]{2,45}\]|[^\s:/?#@%[\]\\\p{Cc}]{1,1000})(?::(\d{1,9}))?(?:([/?#])([^\s\\\p{Cc}]*))?$/iu
/** `25565`, `:25565`, `25565-25570`, `8080번`, `포트8080`, `8080/udp`. */
const PORTS = /^(:|port|포트)?(\d{1,9})(?:[-~](\d{1,9}))?(번?(?:포트)?)(?:\/(tcp|udp))?$/i
const NAMED_PORT = /^(?=.*\p{L})([^\s:/]+):(\d{1,9})$/u
const PORT_WORDS = /^(?:ports?|포트)$/i
/** Words beside a port that belong to it, and not to the name of a service. */
const NOT_NAMES = /^(?:ports?|포트|번|tcp|udp)$/i
const OVER = /(?<![a-z])(tcp|udp)(?![a-z])/i
/** Words for a kind of service, for which this one is planned. */
const VPN_WORDS: readonly string[] = ['vpn', 'vpn server', 'home vpn', 'vpn 서버', '브이피엔', '가상 사설망']
const VPN_SERVICE = 'wireguard'
/** Signs of an address: no name is read out of a text that has one. */
export const UNREADABLE = /:\/\/|[@\\]|\p{Cc}|^[^:/]+\.[^:/]+:/u
/** A number of fewer digits beside a name belongs to the name: "Left 4 Dead 2". */
const PORT_DIGITS_MIN = 3
/** Words around a port that is named without a service: "포트 8080번 열기", "open tcp port 8080". */
const AROUND_PORT =
  / ?(?:(?<![a-z])(?:tcp|udp|both|ports?|number|no|how to|open|opening|forward|forwarding|the|my|a|to)(?![a-z])|포트 ?포워딩|포트|번호|번|열기|여는 ?법|여는 ?방법|개방|오픈|외부|내부|을|를|만)/g

/** Takes a URL, or a host with its port, apart; null for any other text, and for one whose host no name or address could be. */
export function partsIn(text: string): Parts | null {
  const [, scheme, host = '', port, mark, rest = ''] = LOCATED.exec(text) ?? []
  const isHost = host !== '' && (parseAddress(host) !== null || typeof parseDomain(host) !== 'string')
  if (!isHost) return null
  const path = `${mark ?? '/'}${rest}`
  return {
    host,
    scheme: scheme?.toLowerCase(),
    ports: port === undefined ? undefined : [[Number(port), Number(port)]],
    path: path === '/' ? undefined : path,
  }
}

/** Returns parts with the usual port of their scheme, where they name none. */
export function withUsualPort(parts: Parts): Parts {
  const port = parts.scheme === undefined ? null : portOfUrl({ protocol: `${parts.scheme}:`, port: '' })
  return parts.ports || port === null ? parts : { ...parts, ports: [[port, port]] }
}

/** Returns whether a text may be more than the name of a service. */
export function needsReading(text: string): boolean {
  return /[\p{N}:/@\\.]/u.test(text) || kindIn(text) !== null
}

/** Returns the service that is planned for a kind of service; null for any other text. */
export function kindIn(text: string): string | null {
  return VPN_WORDS.includes(wordsOf(text)) ? VPN_SERVICE : null
}

/** Returns the parts of a text; null for a mere name, and `unreadable` for an address that cannot be taken apart. */
export function servicePartsIn(text: string, isKnown: (text: string) => boolean): Parts | 'unreadable' | null {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const isPortAlone = withoutPortWords(text) === ''
  const isPortWord = (index: number) => PORT_WORDS.test(words[index] ?? '')
  let located: Parts | null = null
  const [ranges, rest]: [Range[], string[]] = [[], []]
  for (const [index, word] of words.entries()) {
    const range = portsIn(word, isPortAlone || isPortWord(index - 1) || isPortWord(index + 1))
    const [, name = word, port] = NAMED_PORT.exec(word) ?? []
    const found: Parts | null = range || located ? null : locatedIn(word, words.length === 1, isKnown)
    located ??= found
    if (range) ranges.push(range)
    else if (port !== undefined && !found) ranges.push([Number(port), Number(port)])
    if (!range && !found) rest.push(name)
  }
  if (rest.some((word) => UNREADABLE.test(word))) return 'unreadable'
  if (located === null && ranges.length === 0) return null
  const ports = [...(located?.ports ?? []), ...ranges].slice(0, RANGES_MAX + 1)
  const protocol = ranges.length > 0 ? OVER.exec(text)?.[1]?.toLowerCase() : undefined
  const parts: Parts = { ...located, protocol, ...(ports.length > 0 && { ports }) }
  const name = rest.filter((word) => !NOT_NAMES.test(word)).join(' ')
  return name === '' || (ports.length > 0 && withoutPortWords(name) === '') ? withUsualPort(parts) : { ...parts, name }
}

/** Returns the ports that a word names. Few digits may as well belong to a name, unless something says that they are a port. */
function portsIn(word: string, isPort: boolean): Range | null {
  const [, before = '', first = '', last = first, after = '', over = ''] = PORTS.exec(word.normalize('NFKC')) ?? []
  const isTold = isPort || `${before}${after}${over}` !== '' || first.length >= PORT_DIGITS_MIN
  return first !== '' && isTold && Number(first) <= Number(last) ? [Number(first), Number(last)] : null
}

function withoutPortWords(text: string): string {
  return wordsOf(text).replace(AROUND_PORT, ' ').replace(/\d+/g, '').trim()
}

/** Returns the parts of a word that is an address: with a scheme, or with a dot in its host, and with a port or a path unless it stands alone. */
function locatedIn(word: string, isAlone: boolean, isKnown: (text: string) => boolean): Parts | null {
  const parts = partsIn(word)
  const { host = '', scheme, ports, path } = parts ?? {}
  if (parseAddress(host) || scheme !== undefined) return parts
  const domain = parseDomain(host)
  if (typeof domain === 'string' || !(host.includes('.') || host.toLowerCase() === 'localhost')) return null
  const isTold = ports !== undefined || path !== undefined
  return isTold || (isAlone && localRule(domain) !== 'not-delegated' && !isKnown(word)) ? parts : null
}
