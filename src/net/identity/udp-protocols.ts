import { type Protocol, playersOf, said, type UdpProtocol } from './protocol.ts'

/** Before every message outside a connection. */
const QUAKE_HEAD = '\xff\xff\xff\xff'
const QUAKE_STATUS = `${QUAKE_HEAD}statusResponse\n`
/** A player: points, milliseconds, name. */
const PLAYER = /^-?\d+ -?\d+ "/

/**
 * "getstatus" of Quake III Arena (its source is public, code/server/sv_main.c), which the games of its engine answer (ioquake3, OpenArena,
 * Xonotic, FiveM): a line of keys and values that backslashes separate, then a line for each player.
 */
export const QUAKE3: Protocol = {
  hello: () => Buffer.from(`${QUAKE_HEAD}getstatus`, 'latin1'),
  read(bytes) {
    // The whole of it may be 64 KiB, which is split once; where a text is not UTF-8, it is shown as far as it is.
    if (bytes.toString('latin1', 0, QUAKE_STATUS.length) !== QUAKE_STATUS) return null
    const [line = '', ...others] = bytes.toString('utf8', QUAKE_STATUS.length).split('\n')
    const values = valuesOf(line)
    const now = count(values.get('clients')) ?? others.filter((other) => PLAYER.test(other)).length
    return {
      kind: 'quake3',
      name: plainOfQuake(values.get('sv_hostname') ?? values.get('hostname')),
      version: plainOfQuake(values.get('version')),
      players: playersOf(now, count(values.get('sv_maxclients'))),
    }
  },
}

function valuesOf(line: string): Map<string, string> {
  const words = line.split('\\')
  const values = new Map<string, string>()
  for (let at = 1; at + 1 < words.length; at += 2) values.set(words[at]?.toLowerCase() ?? '', words[at + 1] ?? '')
  return values
}

/** Returns a text without the codes of these games for colours: "^1", and "^xf80" of some. */
const plainOfQuake = (text: string | undefined) => said(text?.replace(/\^(x[0-9a-f]{3}|[0-9a-z])/gi, ''))

/** Protocol (4), no number of a peer yet (2), channel 0, an "original" packet that is empty: what Luanti's own server list sends. */
const LUANTI_HELLO = Buffer.from('4f45740300000001', 'hex')
/** Protocol, the number that the server always has, channel 0, a packet to be acknowledged. */
const LUANTI_HEAD = Buffer.from('4f45740300010003', 'hex')
/** Behind its number (2): control, the number of the peer. */
const SETS_PEER = Buffer.from('0001', 'hex')
const SETS_PEER_AT = 10
const LUANTI_ANSWER_BYTES = 14

/**
 * The first packet of Luanti, once Minetest (its source is public, src/network): the server answers with a number for the peer, and
 * forgets it within a minute. It says who it is only to players who join, which is more than a question.
 */
export const LUANTI: Protocol = {
  hello: () => LUANTI_HELLO,
  read(bytes) {
    const isAnswer =
      bytes.length === LUANTI_ANSWER_BYTES &&
      bytes.subarray(0, LUANTI_HEAD.length).equals(LUANTI_HEAD) &&
      bytes.subarray(SETS_PEER_AT, SETS_PEER_AT + SETS_PEER.length).equals(SETS_PEER)
    return isAnswer ? { kind: 'luanti', name: null, version: null, players: null } : null
  },
}

// A2S_INFO (developer.valvesoftware.com, "Server queries"): Steam's query, which many games answer that are not of Valve. All numbers
// are little endian, and texts end with a zero.
const A2S_REQUEST = Buffer.concat([Buffer.from('\xff\xff\xff\xffTSource Engine Query', 'latin1'), Buffer.alloc(1)])
/** Before every answer that is in one datagram. */
const WHOLE = 0xffffffff
const CHALLENGE = 0x41
const A2S_INFO = 0x49
const A2S_HEAD_BYTES = 5
const CHALLENGE_BYTES = 4
/** Behind the texts: application (2), players, most players, bots, kind of server, system, password, cheat protection. */
const NUMBERS_BYTES = 9

/** A server that wants to be sure of the address sends a challenge first, which the request then repeats. */
export const A2S: Protocol = {
  hello: () => A2S_REQUEST,
  read(bytes) {
    if (bytes.length < A2S_HEAD_BYTES || bytes.readUInt32LE(0) !== WHOLE) return null
    const rest = bytes.subarray(A2S_HEAD_BYTES)
    if (bytes[A2S_HEAD_BYTES - 1] === A2S_INFO) return readInfo(rest)
    if (bytes[A2S_HEAD_BYTES - 1] !== CHALLENGE || rest.length !== CHALLENGE_BYTES) return null
    return { send: Buffer.concat([A2S_REQUEST, rest]) }
  },
}

/** Reads version of the protocol (1), name, map, folder, game, numbers, version. */
function readInfo(rest: Buffer) {
  const texts = textsOf(rest.subarray(1), 4)
  if (!texts || texts.after.length < NUMBERS_BYTES) return null
  const version = textsOf(texts.after.subarray(NUMBERS_BYTES), 1)
  return {
    kind: 'a2s',
    name: said(texts.found[0]),
    version: said(version?.found[0]),
    players: playersOf(texts.after[2], texts.after[3]),
  }
}

/** Returns the first texts, and what follows them; null if one of them does not end. */
function textsOf(bytes: Buffer, number: number): { readonly found: readonly string[]; readonly after: Buffer } | null {
  const found: string[] = []
  let after = bytes
  while (found.length < number) {
    const end = after.indexOf(0)
    if (end === -1) return null
    found.push(after.toString('utf8', 0, end))
    after = after.subarray(end + 1)
  }
  return { found, after }
}

/** The bytes of every message outside a connection, from the description of the protocol of Bedrock (minecraft.wiki, "RakNet"). */
const RAKNET_MAGIC = Buffer.from('00ffff00fefefefefdfdfdfd12345678', 'hex')
const PING = 0x01
const PONG = 0x1c
/** Id, time (8), id of the server (8), magic. */
const PONG_HEAD_BYTES = 33
const LENGTH_BYTES = 2
/** The fields that are read: edition, name, protocol, version, players, most players. */
const FIELDS = 6
/** The editions of Minecraft. Other games with RakNet put other things there, or nothing, and are not taken for it. */
const EDITIONS = ['MCPE', 'MCEE']

/** The unconnected ping of RakNet, which Minecraft Bedrock answers with a line of fields that semicolons separate. */
export const RAKNET: Protocol = {
  hello: () => Buffer.concat([Buffer.from([PING, 0, 0, 0, 0, 0, 0, 0, 1]), RAKNET_MAGIC, Buffer.from([0, 0, 0, 0, 0, 0, 0, 2])]),
  read(bytes) {
    if (bytes[0] !== PONG || !bytes.subarray(PONG_HEAD_BYTES - RAKNET_MAGIC.length, PONG_HEAD_BYTES).equals(RAKNET_MAGIC))
      return null
    const line = pongLine(bytes.subarray(PONG_HEAD_BYTES))
    if (line === null) return null
    const [edition = '', name, , version, players, most] = pongFields(line)
    if (!EDITIONS.includes(edition)) return null
    return {
      kind: 'raknet',
      name: plainOfMinecraft(name),
      version: plainOfMinecraft(version),
      players: playersOf(count(players), count(most)),
    }
  },
}

/** Returns the line behind the head; null if there is none, or if it is said to be longer than it is. */
function pongLine(rest: Buffer): string | null {
  if (rest.length < LENGTH_BYTES) return null
  const end = LENGTH_BYTES + rest.readUInt16BE(0)
  return end > rest.length ? null : rest.toString('utf8', LENGTH_BYTES, end)
}

/** Returns the first fields of a line. A backslash keeps the semicolon after it from ending a field. */
function pongFields(line: string): string[] {
  const fields = ['']
  for (let at = 0; at < line.length && fields.length <= FIELDS; at++) {
    const escapes = line[at] === '\\' && line[at + 1] === ';'
    if (line[at] === ';') fields.push('')
    else fields.push((fields.pop() ?? '') + line[escapes ? ++at : at])
  }
  return fields
}

/** Returns a text without the codes of Minecraft for colours: "§" and a character. */
const plainOfMinecraft = (text: string | undefined) => said(text?.replace(/§.?/gsu, ''))

function count(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : null
}

/** Mark in the place of the check sum while there is no key yet, packet 101. */
const TEAMSPEAK_HEAD = Buffer.from('TS3INIT1\0\x65', 'latin1')
/** In the header of an answer: flags, and the kind "init". */
const KIND_MASK = 0x0f
const INIT = 0x08
/** Head, kind, and at least the number of the step. */
const TEAMSPEAK_BYTES_MIN = 12
/** No client id, unencrypted init; a version of the client, step 0, a time, random bytes, zeros. */
const FIRST_STEP = Buffer.from('0000 88 0c830f30 00 5f5e1000 646f6f72 0000000000000000'.replaceAll(' ', ''), 'hex')

/**
 * The first step of connecting to TeamSpeak 3 (the public description ReSpeak/tsdeclarations, "ts3protocol", section 2). The server
 * answers it with a cookie and keeps nothing, so it does no harm; but all that it says of itself comes after a login.
 */
export const TEAMSPEAK: Protocol = {
  hello: () => Buffer.concat([TEAMSPEAK_HEAD, FIRST_STEP]),
  read(bytes) {
    const isAnswer =
      bytes.length >= TEAMSPEAK_BYTES_MIN &&
      bytes.subarray(0, TEAMSPEAK_HEAD.length).equals(TEAMSPEAK_HEAD) &&
      ((bytes[TEAMSPEAK_HEAD.length] ?? 0) & KIND_MASK) === INIT
    return isAnswer ? { kind: 'teamspeak', name: null, version: null, players: null } : null
  },
}

/** Returned with the answer. */
const OWN_BYTES = Buffer.from('doorstep')
const OWN_AT = 4
const MUMBLE_BYTES = 24

/**
 * The ping of Mumble's own server list (mumble.info, "Protocol", UDP ping): zeros (4) and 8 bytes of ours; the answer is version (4), our
 * bytes, users (4), most users (4) and bandwidth (4), big endian. It says no name.
 */
export const MUMBLE: Protocol = {
  hello: () => Buffer.concat([Buffer.alloc(OWN_AT), OWN_BYTES]),
  read(bytes) {
    const isAnswer = bytes.length === MUMBLE_BYTES && bytes.subarray(OWN_AT, OWN_AT + OWN_BYTES.length).equals(OWN_BYTES)
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
