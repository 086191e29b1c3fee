import { isIPv4, isIPv6 } from 'node:net'

/** An IP address: its family, its one canonical spelling (RFC 5952 for IPv6), and its bits in 32-bit words (one or four). */
export interface Address {
  readonly version: 4 | 6
  readonly text: string
  readonly words: readonly number[]
}

const WORD_BITS = 32
const GROUPS = 8
/** Bounds the work for a text of any length, and leaves out zone ids. */
const IPV6_CHARACTERS = /^[0-9a-f:.]{2,45}$/i
const MAPPED_WORD = 0xffff
const MAPPED_PREFIX_BITS = 96

/**
 * Reads the plain spellings only: four decimals without leading zeros, or RFC 4291 text, with or without brackets. Null for everything
 * else that other parsers accept (`127.1`, `0x7f.1`, `2130706433`, a zone id, white space).
 * @example
 * parseAddress('2001:db8::1')?.version // 6
 */
export function parseAddress(text: string): Address | null {
  if (isIPv4(text)) return { version: 4, text, words: [wordOfDotted(text)] }
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  return IPV6_CHARACTERS.test(bare) && isIPv6(bare) ? addressOfWords(wordsOf(bare)) : null
}

/** Returns the address with these bits: 4 bytes or 16, as in packets; null for any other number of bytes. */
export function addressOfBytes(bytes: Uint8Array): Address | null {
  if (bytes.length !== 4 && bytes.length !== 16) return null
  const { buffer, byteOffset } = bytes
  const view = new DataView(buffer, byteOffset)
  return addressOfWords(Array.from({ length: bytes.length / 4 }, (_, index) => view.getUint32(index * 4)))
}

/** Unmaps an address: `::ffff:192.0.2.1`, as a dual-stack socket or a proxy writes it, becomes the IPv4 address; others are unchanged. */
export function unmapped(address: Address): Address {
  const [first, second, third, last] = address.words
  if (address.version === 4 || first !== 0 || second !== 0 || third !== MAPPED_WORD) return address
  return addressOfWords([last ?? 0])
}

export function parseUnmapped(text: string): Address | null {
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
  return `${networkOf(address, prefix).text}/${prefix}`
}

function networkOf(address: Address, prefix: number): Address {
  return addressOfWords(address.words.map((word, index) => (word & maskOf(prefix - index * WORD_BITS)) >>> 0))
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

/** Returns the address with these words, of which there are one or four. */
function addressOfWords(words: readonly number[]): Address {
  const [first = 0] = words
  return words.length === 1 ? { version: 4, text: dottedOf(first), words } : { version: 6, text: spell6(words), words }
}

function wordOfDotted(text: string): number {
  return text.split('.').reduce((word, octet) => word * 256 + Number(octet), 0)
}

/** Returns the words of an IPv6 address in any spelling. */
function wordsOf(text: string): number[] {
  const [before = [], after = []] = text.split('::').map(groupsOf)
  const gap = Array<number>(GROUPS - before.length - after.length).fill(0)
  const groups = [...before, ...gap, ...after]
  return [0, 2, 4, 6].map((index) => (groups[index] ?? 0) * 0x1_0000 + (groups[index + 1] ?? 0))
}

/** Returns the groups of a part of an IPv6 address, whose last two may be spelled as IPv4. */
function groupsOf(part: string): number[] {
  return (part === '' ? [] : part.split(':')).flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const word = wordOfDotted(group)
    return [word >>> 16, word & 0xffff]
  })
}

function dottedOf(word: number): string {
  return `${word >>> 24}.${(word >>> 16) & 255}.${(word >>> 8) & 255}.${word & 255}`
}

/** Returns the canonical spelling of four words (RFC 5952): the first of the longest runs of two zero groups or more is left out. */
function spell6(words: readonly number[]): string {
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
