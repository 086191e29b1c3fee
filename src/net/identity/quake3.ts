import type { Protocol } from './protocol.ts'
import { playersOf, said } from './said.ts'

/** Before every message outside a connection. */
const HEAD = '\xff\xff\xff\xff'
const STATUS = `${HEAD}statusResponse\n`
const INFO = `${HEAD}infoResponse\n`
/** A player: points, milliseconds, name. */
const PLAYER = /^-?\d+ -?\d+ "/

/**
 * "getstatus" of Quake III Arena (its source is public, code/server/sv_main.c), which the games of its engine answer (ioquake3, OpenArena,
 * Xonotic, FiveM): a line of keys and values that backslashes separate, then a line for each player.
 */
export const QUAKE3: Protocol = {
  transport: 'udp',
  hello: () => Buffer.from(`${HEAD}getstatus`, 'latin1'),
  read(bytes) {
    // The whole of it may be 64 KiB, which is split once; where a text is not UTF-8, it is shown as far as it is.
    const head = [STATUS, INFO].find((start) => bytes.toString('latin1', 0, start.length) === start)
    if (head === undefined) return null
    const [line = '', ...others] = bytes.toString('utf8', head.length).split('\n')
    const values = valuesOf(line)
    const now = count(values.get('clients')) ?? (head === STATUS ? others.filter((other) => PLAYER.test(other)).length : null)
    return {
      kind: 'quake3',
      name: plain(values.get('sv_hostname') ?? values.get('hostname')),
      version: plain(values.get('version')),
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
function plain(text: string | undefined): string | null {
  return said(text?.replace(/\^(x[0-9a-f]{3}|[0-9a-z])/gi, ''))
}

function count(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : null
}
