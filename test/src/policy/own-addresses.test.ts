// The addresses of this machine, which no check may reach.
import { expect, test } from 'bun:test'
import { ownAddresses } from '../../../src/policy/rules.ts'
import { addressOf } from '../../support/policy/rules.ts'

test('are those of its interfaces', () => expect(ownAddresses()().map(({ text }) => text)).toContain('127.0.0.1'))

test('are reread, and the last ones hold while they cannot be', () => {
  const [first, last] = [[addressOf('192.0.2.1')], [addressOf('192.0.2.2')]]
  const answers = [first, new Error('getifaddrs: too many open files'), last]
  const own = ownAddresses(() => {
    const answer = answers.shift()
    if (!Array.isArray(answer)) throw answer
    return answer
  }, 0)
  expect([own(), own()]).toEqual([first, last])
})

test('must be readable at first, since without them nothing can be judged', () => {
  expect(() =>
    ownAddresses(() => {
      throw new Error('getifaddrs: not permitted')
    }),
  ).toThrow('not permitted')
})
