import ipaddr from 'ipaddr.js'

/** An IP address: its family, its one canonical spelling (RFC 5952 for IPv6), and its bits in 32-bit words (one or four). */
export interface Address {
  readonly version: 4 | 6
  readonly text: string
  readonly words: readonly number[]
}

const WORD_BITS = 32
const IPV6_CHARACTERS = /^[0-9a-f:.]{2,45}$/i
const MAPPED_MARK = '::ffff:'
const MAPPED_WORD = 0xffff
const MAPPED_PREFIX_BITS = 96

/**
 * Reads the plain spellings only: four decimals without leading zeros, or RFC 4291 text, with or without brackets. Null for everything
 * else that other parsers accept (`127.1`, `0x7f.1`, `2130706433`, a zone id, white space).
 * @example
 * parseAddress('2001:db8::1')?.version // 6
 */
export function parseAddress(text: string): Address | null {
  const dotted = readDotted(text)
  if (dotted >= 0) return { version: 4, text, words: [dotted] }
  const canonical = readCanonical6(text)
  return canonical ? { version: 6, text, words: canonical } : parseOddly(text)
}

/** Returns an IPv6 address in any other spelling. Few send one, so it may take longer. */
function parseOddly(text: string): Address | null {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (!IPV6_CHARACTERS.test(bare) || !bare.includes(':')) return null
  const hex = dottedTailToHex(bare)
  if (hex === null || !ipaddr.IPv6.isValid(hex)) return null
  return ipv6Of(wordsOfGroups(ipaddr.IPv6.parse(hex).parts))
}

/** Returns the address with these bits: 4 bytes or 16, as in packets; null for any other number of bytes. */
export function addressOfBytes(bytes: Uint8Array): Address | null {
  if (bytes.length !== 4 && bytes.length !== 16) return null
  const parsed = ipaddr.fromByteArray([...bytes])
  return parsed instanceof ipaddr.IPv6 ? ipv6Of(wordsOfGroups(parsed.parts)) : ipv4Of(readDotted(parsed.toString()))
}

/** Unmaps an address: `::ffff:192.0.2.1`, as a dual-stack socket or a proxy writes it, becomes the IPv4 address; others are unchanged. */
export function unmapped(address: Address): Address {
  const [first, second, third, last] = address.words
  if (address.version === 4 || first !== 0 || second !== 0 || third !== MAPPED_WORD) return address
  return ipv4Of(last ?? 0)
}

/** `parseAddress` and `unmapped` in one, with a short cut for the spelling that dual-stack sockets use. */
export function parseUnmapped(text: string): Address | null {
  const mapped = text.startsWith(MAPPED_MARK) ? readDotted(text.slice(MAPPED_MARK.length)) : -1
  if (mapped >= 0) return ipv4Of(mapped)
  const address = parseAddress(text)
  return address && unmapped(address)
}

/** An address block in CIDR notation. */
export interface Block {
  readonly network: Address
  readonly prefix: number
}

/** Reads `address/prefix`, or a single address as a block of its own. Null if it is neither, or if bits after the prefix are set. */
export function parseBlock(text: string): Block | null {
  const [network, length, ...rest] = text.split('/')
  const address = parseAddress(network ?? '')
  if (!address || rest.length > 0) return null
  const width = address.words.length * WORD_BITS
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return null
  const prefix = length === undefined ? width : Number(length)
  if (prefix > width) return null
  return networkOf(address, prefix).text === address.text ? { network: address, prefix } : null
}

/** Unmaps a block: `::ffff:10.0.0.0/104` is 10.0.0.0/8 wherever peers are compared, since those are unmapped; others are unchanged. */
export function unmappedBlock(block: Block): Block {
  const network = unmapped(block.network)
  const prefix = block.prefix - MAPPED_PREFIX_BITS
  return network.version === block.network.version || prefix < 0 ? block : { network, prefix }
}

export function contains({ network, prefix }: Block, address: Address): boolean {
  if (network.version !== address.version) return false
  for (let index = 0, bits = prefix; bits > 0; index++, bits -= WORD_BITS) {
    if ((((network.words[index] ?? 0) ^ (address.words[index] ?? 0)) & maskOf(bits)) !== 0) return false
  }
  return true
}

/** Returns the block of `prefix` bits that contains an address, in CIDR notation. */
export function blockText(address: Address, prefix: number): string {
  if (address.version === 4) return `${dottedOf(((address.words[0] ?? 0) & maskOf(prefix)) >>> 0)}/${prefix}`
  return `${networkOf(address, prefix).text}/${prefix}`
}

function networkOf(address: Address, prefix: number): Address {
  const words = address.words.map((word, index) => (word & maskOf(prefix - index * WORD_BITS)) >>> 0)
  return address.version === 4 ? ipv4Of(words[0] ?? 0) : ipv6Of(words)
}

/** Returns the first `bits` of a word set; none for zero or less, all for 32 or more. */
function maskOf(bits: number): number {
  if (bits <= 0) return 0
  return bits >= WORD_BITS ? 0xffff_ffff : ~(0xffff_ffff >>> bits)
}

/** Returns a host with its port, as in URLs and the Host field: an IPv6 address is in brackets (RFC 3986, section 3.2.2). */
export function authorityOf(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

const USUAL_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Returns the port of a URL, which its scheme implies if it names none; null for a scheme other than those of HTTP. */
export function portOfUrl({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number | null {
  const usual = USUAL_PORTS[protocol]
  return port === '' || usual === undefined ? (usual ?? null) : Number(port)
}

function ipv4Of(word: number): Address {
  return { version: 4, text: dottedOf(word), words: [word] }
}

function ipv6Of(words: readonly number[]): Address {
  return { version: 6, text: spell6(words), words }
}

function wordsOfGroups(groups: readonly number[]): number[] {
  return [0, 2, 4, 6].map((index) => (((groups[index] ?? 0) << 16) | (groups[index + 1] ?? 0)) >>> 0)
}

/** Returns `::127.0.0.1` as `::7f00:1`: ipaddr.js reads the dotted form of `::/96` as a mapped address, which is a different one. */
function dottedTailToHex(text: string): string | null {
  const tail = text.slice(text.lastIndexOf(':') + 1)
  if (!tail.includes('.')) return text
  const word = readDotted(tail)
  if (word < 0) return null
  return `${text.slice(0, -tail.length)}${(word >>> 16).toString(16)}:${(word & 0xffff).toString(16)}`
}

const DOT = 46
const ZERO = 48
const NINE = 57
const COLON = 58
const NOTHING = -1
const GROUPS = 8

/** Returns the word of four decimals without leading zeros; -1 for every other text. */
export function readDotted(text: string): number {
  let word = 0
  let part = NOTHING
  let dots = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === DOT) {
      if (part === NOTHING || ++dots > 3) return NOTHING
      word = word * 256 + part
      part = NOTHING
    } else if (code < ZERO || code > NINE || part === 0) return NOTHING
    else {
      part = (part === NOTHING ? 0 : part * 10) + code - ZERO
      if (part > 255) return NOTHING
    }
  }
  return dots === 3 && part !== NOTHING ? word * 256 + part : NOTHING
}

function dottedOf(word: number): string {
  return `${word >>> 24}.${(word >>> 16) & 255}.${(word >>> 8) & 255}.${word & 255}`
}

/** Scratch space for the groups of one address: nothing else runs while it is read, and a list for each address would be garbage. */
const groups = new Uint16Array(GROUPS)

/**
 * Returns the words of an IPv6 address in its canonical spelling (RFC 5952), so that the text is its own; null for every other text, which may be
 * an address all the same.
 */
export function readCanonical6(text: string): number[] | null {
  let count = 0
  let gap = NOTHING
  let at = 0
  if (text.charCodeAt(0) === COLON) {
    if (text.charCodeAt(1) !== COLON) return null
    gap = 0
    at = 2
  }
  while (at < text.length) {
    if (count === GROUPS) return null
    let group = NOTHING
    for (; at < text.length; at++) {
      const digit = DIGITS[text.charCodeAt(at)] ?? NOTHING
      if (digit === NOTHING) break
      if (group === 0 || group > 0xfff) return null
      group = group === NOTHING ? digit : group * 16 + digit
    }
    if (group === NOTHING) return null
    groups[count++] = group
    if (at === text.length) break
    if (text.charCodeAt(at++) !== COLON) return null
    if (text.charCodeAt(at) === COLON) {
      if (gap !== NOTHING) return null
      gap = count
      at++
    } else if (at === text.length) return null
  }
  return isCanonical(count, gap) ? wordsOf(count, gap) : null
}

/** The digits of lower case by their codes; -1 for all else. */
const DIGITS = new Int8Array(128).fill(NOTHING)
for (let digit = 0; digit < 16; digit++) DIGITS[digit.toString(16).charCodeAt(0)] = digit

/** Returns whether the gap stands for two groups or more, and for the first of the longest runs of zeros; without a gap there is no such run. */
function isCanonical(count: number, gap: number): boolean {
  const hidden = gap === NOTHING ? 1 : GROUPS - count
  if (gap === NOTHING ? count !== GROUPS : hidden < 2) return false
  let run = 0
  for (let index = 0; index < count; index++) {
    if (index === gap) run = 0
    run = groups[index] === 0 ? run + 1 : 0
    const isNextToGap = index === gap || index === gap - 1
    if (run > hidden || (run > 0 && isNextToGap) || (run === hidden && run > 1 && index < gap)) return false
  }
  return true
}

function wordsOf(count: number, gap: number): number[] {
  if (gap !== NOTHING) {
    groups.copyWithin(gap + GROUPS - count, gap, count)
    groups.fill(0, gap, gap + GROUPS - count)
  }
  return [wordAt(0), wordAt(2), wordAt(4), wordAt(6)]
}

function wordAt(index: number): number {
  return (groups[index] ?? 0) * 0x1_0000 + (groups[index + 1] ?? 0)
}

/** Returns the canonical spelling of four words (RFC 5952): the first of the longest runs of two zero groups or more is left out. */
export function spell6(words: readonly number[]): string {
  const parts = words.flatMap((word) => [word >>> 16, word & 0xffff])
  let [start, length] = [0, 1]
  for (let index = 0, run = 0; index < GROUPS; index++) {
    run = parts[index] === 0 ? run + 1 : 0
    if (run > length) [start, length] = [index - run + 1, run]
  }
  if (length === 1) return hex(parts)
  return `${hex(parts.slice(0, start))}::${hex(parts.slice(start + length))}`
}

function hex(parts: readonly number[]): string {
  return parts.map((part) => part.toString(16)).join(':')
}
