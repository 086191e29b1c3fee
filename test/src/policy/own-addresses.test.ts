// The addresses of this machine, which no check may reach.
import { expect, test } from 'bun:test'
import { parseAddress } from '../../../src/policy/address.ts'
import { ownAddresses } from '../../../src/policy/own-addresses.ts'

const addresses = (...texts: string[]) => texts.map((text) => parseAddress(text)).filter((address) => address !== null)

test('are those of its interfaces', () => expect(ownAddresses()().map(({ text }) => text)).toContain('127.0.0.1'))

test('are reread, and the last ones hold while they cannot be', () => {
  const answers = [addresses('192.0.2.1'), new Error('getifaddrs: too many open files'), addresses('192.0.2.2')]
  const own = ownAddresses(() => {
    const answer = answers.shift()
    if (!Array.isArray(answer)) throw answer
    return answer
  }, 0)
  expect(own()).toEqual(addresses('192.0.2.1'))
  expect(own()).toEqual(addresses('192.0.2.2'))
})

test('must be readable at first, since without them nothing can be judged', () => {
  expect(() =>
    ownAddresses(() => {
      throw new Error('getifaddrs: not permitted')
    }),
  ).toThrow('not permitted')
})
