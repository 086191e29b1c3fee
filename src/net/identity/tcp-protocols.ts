/** Protocols over TCP other than that of web pages: greetings of servers that speak first, RTSP, and Minecraft. */
import { jsonOf } from '../../contract/clean.ts'
import { authorityOf } from '../../policy/address.ts'
import { type Identified, type Protocol, playersOf, recordOf, said, type TcpProtocol } from './protocol.ts'

/** The part of what a server says first that is looked at. */
export const BANNER_BYTES = 256
const SSH = 'SSH-'
const FTP_OR_SMTP = '220'
const IMAP = ['* OK', '* PREAUTH']
const VERSION = /^\d{1,4}\.\d/
const ADDRESS = /^(?=.{7,15}$)\d*(\.\d*){3}$/
const SEPARATORS = /[\s()[\],;/]/

/** Returns a protocol in which the server speaks first, and says who it is. */
export function greeting(kind: TcpProtocol): Protocol {
  return {
    ...(kind !== 'ssh' && { maybeSecure: true }),
    hello: () => null,
    read(bytes, isLast = false) {
      const isOver = isLast || bytes.length >= BANNER_BYTES
      if (!isOver && !bytes.includes('\n')) return 'more'
      const found = recognise(bytes, kind)
      if (found?.kind === kind) return found
      // Other lines may come before that of SSH (RFC 4253, section 4.2).
      return kind === 'ssh' && found === null && !isOver ? 'more' : null
    },
  }
}

/** Returns who speaks, from the first bytes that it sent; null if that is nobody who is known here. `asked` settles what is common to two protocols. */
export function recognise(bytes: Buffer, asked: TcpProtocol): Identified | null {
  const text = bytes.toString('latin1', 0, BANNER_BYTES)
  const [line = ''] = text.split('\n', 1)
  if (text.startsWith('HTTP/')) return named('http', null)
  if (text.startsWith('RTSP/')) return named('rtsp', null)
  if (text.startsWith('RFB ')) return { ...named('vnc', null), version: said(line.slice('RFB '.length)) }
  if (text.startsWith(FTP_OR_SMTP)) return greeted(line, asked)
  // Such as "* OK [CAPABILITY ...] Dovecot ready."
  if (IMAP.some((start) => text.startsWith(start)))
    return named('imap', line.slice(line.indexOf(' ', 2) + 1).replace(/^\[[^\]]*\]/, ''))
  return sshOf(text)
}

/** Reads "SSH-2.0-OpenSSH_9.2p1 Debian-2", on whichever line it is. */
function sshOf(text: string): Identified | null {
  const line = text.split('\n').find((one) => one.startsWith(SSH))
  if (line === undefined) return null
  const [software = ''] = line.slice(line.indexOf('-', SSH.length) + 1).split(' ', 1)
  const cut = software.indexOf('_')
  if (cut < 0) return named('ssh', software)
  return { ...named('ssh', software.slice(0, cut)), version: said(software.slice(cut + 1)) }
}

/** Reads a line that FTP and SMTP both begin with 220: most say which of the two they are. */
function greeted(line: string, asked: TcpProtocol): Identified | null {
  const lower = line.toLowerCase()
  const kind = lower.includes('smtp') ? 'smtp' : lower.includes('ftp') ? 'ftp' : asked
  return kind === 'smtp' || kind === 'ftp' ? named(kind, line.slice(FTP_OR_SMTP.length + 1)) : null
}

function named(kind: string, text: string | null): Identified {
  return { kind, name: said(text), version: versionIn(text ?? ''), players: null }
}

/** Returns the first word that is written as a version, and not as an address. */
export function versionIn(text: string): string | null {
  const words = text.slice(0, BANNER_BYTES).split(SEPARATORS)
  return said(words.find((word) => VERSION.test(word) && !ADDRESS.test(word)))
}

const HEAD_CHARACTERS_MAX = 8192
const SERVER = 'server:'

/** The question of which methods there are, which every camera answers before a login (RFC 2326, section 10.1). */
export const RTSP: Protocol = {
  hello: ({ host, port }) => Buffer.from(`OPTIONS rtsp://${authorityOf(host, port)}/ RTSP/1.0\r\nCSeq: 1\r\n\r\n`),
  read(bytes, isLast = false) {
    const text = bytes.toString('latin1', 0, HEAD_CHARACTERS_MAX)
    if (!text.startsWith('RTSP/'.slice(0, text.length))) return null
    const isComplete = isLast || text.includes('\r\n\r\n') || text.length === HEAD_CHARACTERS_MAX
    if (!isComplete) return 'more'
    if (!text.startsWith('RTSP/')) return null
    const line = text.split('\n').find((one) => one.toLowerCase().startsWith(SERVER))
    const server = line?.slice(SERVER.length) ?? ''
    return { kind: 'rtsp', name: said(server), version: versionIn(server), players: null }
  },
}

/** A status packet has one string of at most 32,767 characters, so nothing that is larger is one. */
const PACKET_BYTES_MAX = 3 + 3 * 32_767
const VARINT_BYTES_MAX = 5
const VARINT_BITS = 7
const STATUS = 0
/** "Any version": asks without claiming to be a client of one. */
const ANY_VERSION = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f])
const NEXT_IS_STATUS = 1
/** The bounds of a description, which is a tree of pieces of text. */
const DEPTH_MAX = 16
const PIECES_MAX = 256
/** A sign and the character after it, which are a colour or a style. */
const STYLE = /§./gu

/** The server list ping of Minecraft Java Edition, as its multiplayer menu sends it. */
export const MINECRAFT: Protocol = {
  hello({ host, port }) {
    const name = Buffer.from(host)
    const portBytes = Buffer.from([port >> 8, port & 0xff])
    const handshake = [Buffer.from([STATUS]), ANY_VERSION, varint(name.length), name, portBytes, Buffer.from([NEXT_IS_STATUS])]
    return Buffer.concat([packet(Buffer.concat(handshake)), packet(Buffer.from([STATUS]))])
  },
  read(bytes) {
    const length = readVarint(bytes, 0)
    if (length === 'more' || length === null) return length
    if (length.value > PACKET_BYTES_MAX) return null
    const id = readVarint(bytes, length.end)
    if (id === 'more' || id === null) return id
    if (id.value !== STATUS) return null
    const size = readVarint(bytes, id.end)
    if (size === 'more' || size === null) return size
    const end = size.end + size.value
    if (end !== length.end + length.value) return null
    return bytes.length < end ? 'more' : statusOf(bytes.toString('utf8', size.end, end))
  },
}

function statusOf(text: string): Identified | null {
  const status = recordOf(jsonOf(text))
  const version = recordOf(status?.version)
  const players = recordOf(status?.players)
  if (!status || (!version && !players)) return null
  const pieces: string[] = []
  collect(status.description, 0, pieces)
  return {
    kind: 'minecraft',
    name: said(pieces.join('').replace(STYLE, '')),
    version: said(version?.name),
    players: playersOf(players?.online, players?.max),
  }
}

/** Collects the text of a description: a string, a piece with further pieces inside it, or a list of both. */
function collect(part: unknown, depth: number, pieces: string[]): void {
  if (depth > DEPTH_MAX || pieces.length >= PIECES_MAX) return
  if (typeof part === 'string') pieces.push(part)
  else if (Array.isArray(part)) for (const one of part.slice(0, PIECES_MAX)) collect(one, depth + 1, pieces)
  else {
    const record = recordOf(part)
    if (!record) return
    const { text, translate, extra } = record
    collect(typeof text === 'string' && text !== '' ? text : (translate ?? ''), depth + 1, pieces)
    collect(extra ?? '', depth + 1, pieces)
  }
}

const packet = (body: Buffer) => Buffer.concat([varint(body.length), body])

function varint(value: number): Buffer {
  const bytes: number[] = []
  let left = value
  do {
    const low = left & 0x7f
    left >>>= VARINT_BITS
    bytes.push(left === 0 ? low : low | 0x80)
  } while (left !== 0)
  return Buffer.from(bytes)
}

/** Reads a number of up to five bytes, seven bits each, the lowest first; null if it is none, or negative. */
function readVarint(bytes: Buffer, at: number): { readonly value: number; readonly end: number } | 'more' | null {
  let value = 0
  for (let index = 0; index < VARINT_BYTES_MAX; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return 'more'
    value |= (byte & 0x7f) << (VARINT_BITS * index)
    if (byte < 0x80) return value < 0 ? null : { value, end: at + index + 1 }
  }
  return null
}
