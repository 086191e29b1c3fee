import { expect, test } from 'bun:test'
import { PROGRAMS, toolFor } from '../../../../src/faces/cli/other-programs.ts'
import { VERBS } from '../../../../src/faces/cli/verb-table.ts'
import { HOME_NAMES } from '../../../../src/home/names.ts'
import { manifest } from '../../../../src/registry/manifest.gen.ts'

const names = [...manifest.map(({ file }) => file), ...HOME_NAMES]

test('each word leads to one tool that there is, and is not a command itself', () => {
  const words = Object.values(PROGRAMS).flat()
  expect(words).toEqual([...new Set(words)])
  expect(Object.keys(PROGRAMS).filter((name) => !names.includes(name))).toEqual([])
  expect(words.filter((word) => names.includes(word) || VERBS.some(({ name }) => name === word))).toEqual([])
})

test.each([
  ['dig', 'dns-lookup'],
  ['WHOIS', 'ip-lookup'],
  ['mtr', 'traceroute'],
  ['curl', 'http-headers'],
  ['openssl', 'ssl-check'],
  ['nc', 'public-service-check'],
  ['constructor', null],
  ['dns-lookup', null],
])('%s is %s', (word, tool) => expect(toolFor(word)).toBe(tool))
