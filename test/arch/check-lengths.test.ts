// Guidance is short: an action is one or two sentences, in both languages.
import { expect, test } from 'bun:test'
import { adviceText } from '../../src/advice/advice.text.ts'
import { ddnsText } from '../../src/router/ddns.text.ts'
import { text as ddns } from '../../tools/ddns-match.text.ts'
import { text as port } from '../../tools/port-check.text.ts'

/** Returns the number of sentences; a dot within an address or a name ends none. */
const sentences = (said: string) => said.split(/(?<=[.?!])\s+(?=\S)/).length

test.each([
  ['port-check', port],
  ['ddns-match', ddns],
  ['steps', adviceText],
  ['names', ddnsText],
])('%s', (_, { en, ko }) => {
  const long = [en, ko].flatMap((all) => Object.entries<string>(all).filter(([, said]) => sentences(said) > 2))
  expect(long.map(([key, said]) => `${key}: ${said}`)).toEqual([])
})
