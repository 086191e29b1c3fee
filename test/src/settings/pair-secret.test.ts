import { expect, test } from 'bun:test'
import { parseCommandLine } from '../../../src/settings/command-line.ts'
import { parsePairSecret, randomPairSecret } from '../../../src/settings/operating.ts'
import { ConfigError, readSettings } from '../../../src/settings/read.ts'

test('any text of 32 bytes or more is a secret, and is not shown', () => {
  for (const text of ['f'.repeat(32), 'f'.repeat(400), '비밀값은이만큼길면됩니다', 'a+/=b'.repeat(8)]) {
    const secret = parsePairSecret(text)
    expect(secret?.reveal()).toBe(text)
    expect([`${secret}`, JSON.stringify(secret)]).toEqual(['(secret)', '"(secret)"'])
  }
  expect(parsePairSecret('')).toBeNull()
  expect(parsePairSecret(randomPairSecret().reveal())).not.toBeNull()
  expect(randomPairSecret().reveal()).not.toBe(randomPairSecret().reveal())
})

test('a shorter one stops the start, and is not repeated', () => {
  const short = 'hunter2-hunter2-hunter2-hunter2'
  const attempts = [
    () => readSettings(parseCommandLine(['--pair-secret', short]), {}),
    () => readSettings(parseCommandLine([]), { DOORSTEP_PAIR_SECRET: short }),
  ]
  const said = attempts.map((attempt) => {
    try {
      attempt()
      return 'started'
    } catch (error) {
      return error instanceof ConfigError ? `${error.message} ${error.ko}` : 'fault'
    }
  })
  expect(said[0]).toMatch(
    /^--pair-secret: the value is shorter than 32 bytes \(make one with: openssl rand -base64 32\) .*32바이트보다 짧습니다/,
  )
  expect(said[1]).toStartWith('DOORSTEP_PAIR_SECRET: the value is shorter than 32 bytes')
  expect(said.join()).not.toContain('hunter2')
})
