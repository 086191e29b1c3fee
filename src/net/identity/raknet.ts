import type { Protocol } from './protocol.ts'
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
