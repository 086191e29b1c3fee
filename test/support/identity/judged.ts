import type { Protocol } from '../../../src/net/identity/protocol.ts'

/** The largest datagram that may be sent. */
export const SENT_MAX = 1200

/** Returns what was read in a word, or throws if it may not be said, or if a second question grows beyond some bytes. */
export function judged(heard: ReturnType<Protocol['read']>, growsTo = SENT_MAX): 'named' | 'asked' | 'refused' {
  if (heard === null || heard === 'more') return 'refused'
  if ('send' in heard) {
    if (heard.send.length > Math.min(SENT_MAX, growsTo)) throw new Error('grows')
    return 'asked'
  }
  for (const text of [heard.kind, heard.name ?? 'x', heard.version ?? 'x']) {
    const isSaid = text !== '' && [...text].length <= 100 && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) && text.isWellFormed()
    if (!isSaid) throw new Error(JSON.stringify(text))
  }
  const { now = 0, max = 0 } = heard.players ?? {}
  for (const count of [now, max])
    if (!Number.isInteger(count) || count < 0 || count > 1_000_000) throw new Error(`${count} players`)
  return 'named'
}
