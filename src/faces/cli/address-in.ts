import { parseUnmapped } from '../../policy/address.ts'

/**
 * A word with two dots or colons near its beginning, and nothing but what addresses have: not a part of a longer word, nor after a slash that
 * follows a word, as a version does. The longest address (IPv6 with an IPv4 tail) has 45 characters, and a port may follow.
 */
const LIKE_ADDRESS =
  /(?<![\w.:\u0080-\uffff]|[\w.:\u0080-\uffff]\/)(?=[\da-f]{0,4}[.:][\da-f]{0,4}[.:])[\da-f.:]{2,90}(?![\w.:\u0080-\uffff])/gi
const IPV4_WITH_PORT = /^([\d.]+):[^:]*$/

/**
 * Returns the first address in a line of a log: alone, with a port, in brackets, in quotes, or within a URL; null if there is none. It is not
 * taken out of a longer word, nor is a version such as `Chrome/120.0.0.0`. IPv4 within IPv6 is IPv4, as in other answers.
 */
export function addressIn(line: string): string | null {
  for (const [word] of line.matchAll(LIKE_ADDRESS)) {
    const bare = IPV4_WITH_PORT.exec(word)?.[1] ?? word
    const address = parseUnmapped(bare) ?? parseUnmapped(bare.replace(/[.:]$/, ''))
    if (address) return address.text
  }
  return null
}
