import { readSpan } from '../../../contract/span.ts'
import type { Slots } from '../../../contract/text.ts'
import type { ConfigError } from '../../../settings/config-error.ts'
import { watchText } from '../cli.text.ts'
import { beforeDashes } from '../switches.ts'
import { errorOf, usageError } from '../verb.ts'

/** Returns the error of a sentence about watching. */
export function watchError<Key extends keyof typeof watchText.en>(
  key: Key,
  slots: Record<Slots<(typeof watchText.en)[Key]>, string | number>,
): ConfigError {
  return errorOf(watchText, key, slots)
}

/** The flags of a watch, and the line without them. */
export interface Watched {
  readonly rest: readonly string[]
  readonly intervalMs: number
  /** The command for a changed finding. */
  readonly onChange: string | null
}

const FLAGS = ['--watch', '--on-change'] as const
const MINUTE_MS = 60_000
/** Each check counts at the server that is asked, and sends packets to others: more often than this is not watching but load. */
const INTERVAL_MIN_MS = MINUTE_MS / 2
const INTERVAL_MAX_MS = 24 * 60 * MINUTE_MS

/** Returns the flags of a watch in a command line; null if it has none. Throws a ConfigError that says what to write instead. */
export function readWatch(args: readonly string[]): Watched | null {
  const found = new Map<string, string>()
  const rest: string[] = []
  const words = beforeDashes(args)
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const flag = FLAGS.find((one) => word === one || word.startsWith(`${one}=`))
    if (flag === undefined) rest.push(word)
    else found.set(flag, word === flag ? valueAfter(words, at++, flag) : word.slice(flag.length + 1))
  }
  if (found.size === 0) return null
  const [interval, onChange = null] = FLAGS.map((flag) => found.get(flag))
  if (interval === undefined) throw watchError('needs-watch', {})
  if (onChange?.trim() === '') throw watchError('empty-command', {})
  return { rest: [...rest, ...args.slice(words.length)], intervalMs: intervalIn(interval), onChange }
}

function valueAfter(words: readonly string[], at: number, flag: string): string {
  const value = words[at + 1]
  if (value === undefined || value.startsWith('--')) throw usageError('needs-value', { flag })
  return value
}

function intervalIn(text: string): number {
  const span = readSpan(text)
  if (span !== null && span >= INTERVAL_MIN_MS && span <= INTERVAL_MAX_MS) return span
  throw watchError('not-a-span', { value: JSON.stringify(text) })
}
