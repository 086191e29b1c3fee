import { A2S } from './a2s.ts'
import { LUANTI } from './luanti.ts'
import type { Protocol, UdpProtocol } from './protocol.ts'
import { QUAKE3 } from './quake3.ts'
import { playersOf, said } from './said.ts'

/** The bytes of every message outside a connection, from the description of the protocol of Bedrock (minecraft.wiki, "RakNet"). */
const MAGIC = Buffer.from('00ffff00fefefefefdfdfdfd12345678', 'hex')
const PING = 0x01
const PONG = 0x1c
/** Id, time (8), id of the server (8), magic. */
const HEAD_BYTES = 33
const LENGTH_BYTES = 2
/** The fields that are read: edition, name, protocol, version, players, most players. */
const FIELDS = 6
/** The editions of Minecraft. Other games with RakNet put other things there, or nothing, and are not taken for it. */
const EDITIONS = ['MCPE', 'MCEE']

/** The unconnected ping of RakNet, which Minecraft Bedrock answers with a line of fields that semicolons separate. */
export const RAKNET: Protocol = {
  transport: 'udp',
  hello: () => Buffer.concat([Buffer.from([PING, 0, 0, 0, 0, 0, 0, 0, 1]), MAGIC, Buffer.from([0, 0, 0, 0, 0, 0, 0, 2])]),
  read(bytes) {
    if (bytes[0] !== PONG || !bytes.subarray(HEAD_BYTES - MAGIC.length, HEAD_BYTES).equals(MAGIC)) return null
    const line = lineOf(bytes.subarray(HEAD_BYTES))
    if (line === null) return null
    const [edition = '', name, , version, players, most] = fieldsOf(line)
    if (!EDITIONS.includes(edition)) return null
    return { kind: 'raknet', name: plain(name), version: plain(version), players: playersOf(count(players), count(most)) }
  },
}

/** Returns the line behind the head; null if there is none, or if it is said to be longer than it is. */
function lineOf(rest: Buffer): string | null {
  if (rest.length < LENGTH_BYTES) return null
  const end = LENGTH_BYTES + rest.readUInt16BE(0)
  return end > rest.length ? null : rest.toString('utf8', LENGTH_BYTES, end)
}

/** Returns the first fields of a line. A backslash keeps the semicolon after it from ending a field. */
function fieldsOf(line: string): string[] {
  const fields = ['']
  for (let at = 0; at < line.length && fields.length <= FIELDS; at++) {
    const escapes = line[at] === '\\' && line[at + 1] === ';'
    if (line[at] === ';') fields.push('')
    else fields.push((fields.pop() ?? '') + line[escapes ? ++at : at])
  }
  return fields
}

/** Returns a text without the codes of Minecraft for colours: "§" and a character. */
function plain(text: string | undefined): string | null {
  return said(text?.replace(/§.?/gsu, ''))
}

function count(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : null
}

/** Mark in the place of the check sum while there is no key yet, packet 101. */
const HEAD = Buffer.from('TS3INIT1\0\x65', 'latin1')
/** In the header of an answer: flags, and the kind "init". */
const KIND_MASK = 0x0f
const INIT = 0x08
/** Head, kind, and at least the number of the step. */
const ANSWER_BYTES_MIN = 12
/** No client id, unencrypted init; a version of the client, step 0, a time, random bytes, zeros. */
const FIRST_STEP = Buffer.from('0000 88 0c830f30 00 5f5e1000 646f6f72 0000000000000000'.replaceAll(' ', ''), 'hex')

/**
 * The first step of connecting to TeamSpeak 3 (the public description ReSpeak/tsdeclarations, "ts3protocol", section 2). The server
 * answers it with a cookie and keeps nothing, so it does no harm; but all that it says of itself comes after a login.
 */
export const TEAMSPEAK: Protocol = {
  transport: 'udp',
  hello: () => Buffer.concat([HEAD, FIRST_STEP]),
  read(bytes) {
    const isAnswer =
      bytes.length >= ANSWER_BYTES_MIN &&
      bytes.subarray(0, HEAD.length).equals(HEAD) &&
      ((bytes[HEAD.length] ?? 0) & KIND_MASK) === INIT
    return isAnswer ? { kind: 'teamspeak', name: null, version: null, players: null } : null
  },
}

/** Returned with the answer. */
const OWN_BYTES = Buffer.from('doorstep')
const OWN_AT = 4
const ANSWER_BYTES = 24

/**
 * The ping of Mumble's own server list (mumble.info, "Protocol", UDP ping): zeros (4) and 8 bytes of ours; the answer is version (4), our
 * bytes, users (4), most users (4) and bandwidth (4), big endian. It says no name.
 */
export const MUMBLE: Protocol = {
  transport: 'udp',
  hello: () => Buffer.concat([Buffer.alloc(OWN_AT), OWN_BYTES]),
  read(bytes) {
    const isAnswer = bytes.length === ANSWER_BYTES && bytes.subarray(OWN_AT, OWN_AT + OWN_BYTES.length).equals(OWN_BYTES)
    if (!isAnswer) return null
    const version = `${bytes.readUInt16BE(0)}.${bytes[2]}.${bytes[3]}`
    return { kind: 'mumble', name: null, version, players: playersOf(bytes.readUInt32BE(12), bytes.readUInt32BE(16)) }
  },
}

export const OVER_UDP: Record<UdpProtocol, Protocol> = {
  raknet: RAKNET,
  a2s: A2S,
  quake3: QUAKE3,
  mumble: MUMBLE,
  teamspeak: TEAMSPEAK,
  luanti: LUANTI,
}
