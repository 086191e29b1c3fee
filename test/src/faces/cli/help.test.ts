// The Korean meanings of settings stand apart from the English ones: what is written alike in both languages shows a drift.
import { expect, test } from 'bun:test'
import { commandsText } from '../../../../src/faces/cli/help.text.ts'
import { ROWS } from '../../../../src/settings/options.ts'

/** Flags, paths, addresses, numbers, abbreviations and words that a setting takes. */
const ALIKE = /--[a-z-]+|(?<![\w/[])[\w.-]*[:/][\w:./-]*\w|::|\w*\d[\w-]*|\b[A-Z]{2,}\w*|\b(?:auto|id|off|system|unix)\b/g

test('a Korean meaning has everything that is written alike in the English one', () => {
  const settings = ROWS.map(({ flag, meaning }) => [flag, meaning.en, meaning.ko] as const)
  const commands = Object.entries(commandsText.en).map(([key, english]) => [key, english, commandsText.ko[key] ?? ''] as const)
  const lacking = [...settings, ...commands].flatMap(([name, english, korean]) =>
    (english.match(ALIKE) ?? []).filter((part) => !korean.includes(part)).map((part) => `${name}: ${part}`),
  )
  expect(lacking).toEqual([])
})
