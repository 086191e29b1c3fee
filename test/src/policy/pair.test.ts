import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { inspect } from 'node:util'
import { Secret } from '../../../src/platform/secret.ts'
import { type Address, parseAddress } from '../../../src/policy/address.ts'
import { PAIR_MS, PAIR_TOKEN_MAX, PairTokens } from '../../../src/policy/pair.ts'

const TEXT = 'a secret of thirty-two characters'
const secret = new Secret(TEXT, '(secret)')
const at = (text: string): Address => {
  const address = parseAddress(text)
  if (!address) throw new Error(text)
  return address
}
const ADDRESSES = ['203.0.113.7', '255.255.255.255', '2001:db8::7', '::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'].map(at)

test.each(ADDRESSES)('a token gives back $text', (address) => {
  const tokens = new PairTokens(secret)
  const { ip, token, expiresAt } = tokens.mint(address)
  expect(ip).toBe(address.text)
  expect(token).toMatch(/^[\w-]+$/)
  expect(token.length).toBeLessThanOrEqual(PAIR_TOKEN_MAX)
  expect(Math.abs(Date.parse(expiresAt) - Date.now() - PAIR_MS)).toBeLessThan(1000)
  expect(tokens.read(token)).toEqual({ address })
  expect(new PairTokens(secret).read(token)).toEqual({ address })
})

test('it ends after five minutes, to the millisecond', () => {
  let now = 1_800_000_000_000
  const tokens = new PairTokens(secret, () => now)
  const [address = at('::1')] = ADDRESSES
  const { token, expiresAt } = tokens.mint(address)
  expect(expiresAt).toBe(new Date(now + 300_000).toISOString())
  now += 299_999
  expect(tokens.read(token)).toEqual({ address })
  now += 1
  expect(tokens.read(token)).toBe('expired')
})

describe('foreign is', () => {
  const tokens = new PairTokens(secret)
  const { token } = tokens.mint(at('203.0.113.7'))
  const bytes = Buffer.from(token, 'base64url')

  test('a token with any bit changed, also in its address and its end', () => {
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(tokens.read(changed.toString('base64url'))).toBe('foreign')
    }
  })

  test('a token of any other length', () => {
    for (let length = 0; length < 120; length++)
      if (length !== bytes.length)
        expect(tokens.read(Buffer.concat([bytes, Buffer.alloc(120)], length).toString('base64url'))).toBe('foreign')
  })

  test.each([
    '',
    'x',
    token.slice(1),
    `${token}=`,
    `${token}\n`,
    ` ${token}`,
    `${token} `,
    '한글',
    `${token}A`,
    bytes.toString('hex'),
  ])('%j', (odd) => expect(tokens.read(odd)).toBe('foreign'))

  test('a token of another secret, or of a server that chose its own', () => {
    expect(new PairTokens(new Secret(`${TEXT}!`, '')).read(token)).toBe('foreign')
    expect(new PairTokens().read(token)).toBe('foreign')
    expect(new PairTokens().read(new PairTokens().mint(at('::1')).token)).toBe('foreign')
  })

  test('a code that was made under the same secret for another purpose', () => {
    const body = bytes.subarray(0, -32)
    const other = createHmac('sha256', TEXT).update(body).digest()
    expect(tokens.read(Buffer.concat([body, other]).toString('base64url'))).toBe('foreign')
  })
})

test('the secret is not shown by whatever prints its holder', () => {
  const tokens = new PairTokens(secret)
  const hex = Buffer.from(TEXT).toString('hex')
  for (const shown of [
    inspect(tokens, { depth: 9 }),
    Bun.inspect(tokens),
    JSON.stringify(tokens),
    String(secret),
    JSON.stringify({ secret }),
  ]) {
    expect(shown).not.toContain(TEXT)
    expect(shown.replaceAll(/[\s<]/g, '')).not.toContain(hex)
  }
})
