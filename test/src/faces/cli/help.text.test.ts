// The Korean meanings of commands and settings stand apart from the English ones: what is written alike in both languages shows a drift.
import { expect, test } from 'bun:test'
import { meaningOf } from '../../../../src/faces/cli/help.text.ts'
import { VERBS } from '../../../../src/faces/cli/verbs.ts'
import { ROWS } from '../../../../src/settings/options.ts'

/** Flags, paths, addresses, numbers, abbreviations and words that a setting takes. */
const ALIKE = /--[a-z-]+|(?<![\w/[])[\w.-]*[:/][\w:./-]*\w|::|\w*\d[\w-]*|\b[A-Z]{2,}\w*|\b(?:auto|id|off|system|unix)\b/g

const SETTINGS = ROWS.map(({ flag, meaning, words }) => [`--${flag}`, meaning, words ?? []] as const)
const COMMANDS = VERBS.flatMap(({ usages }) => usages.map(({ written, meaning }) => [written, meaning, []] as const))

test('a Korean meaning has everything that is written alike in the English one', () => {
  const lacking = [...SETTINGS, ...COMMANDS].flatMap(([written, meaning, words]) => {
    const korean = meaningOf(written, meaning, 'ko', words)
    return lackingIn(korean, meaning).map((part) => `${written}: ${part}`)
  })
  expect(lacking).toEqual([])
})

test('one that was left behind is noticed', () => {
  expect(
    lackingIn('수신할 주소. ::이면 IPv4와 IPv6를 모두 받습니다', 'Address; :: accepts IPv4 and IPv6; unix:/path a file'),
  ).toEqual(['unix:/path'])
  expect(lackingIn('프록시(주소 또는 CIDR 대역)', 'Proxies (CIDR blocks; unix for a socket file)')).toEqual(['unix'])
})

function lackingIn(korean: string, english: string): string[] {
  return [...new Set(english.match(ALIKE) ?? [])].filter((part) => !korean.includes(part))
}
