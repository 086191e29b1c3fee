// The bytes of a proof.
import { expect, test } from 'bun:test'
import { answerTo, isAnswer, isChallenge, newChallenge, newKey, readKey } from '../../../../src/net/proof/index.ts'

test('a key is 32 bytes in the one way that base64url writes them', () => {
  for (let count = 0; count < 200; count++) {
    const key = newKey()
    expect(readKey(key.toString('base64url'))).toEqual(key)
  }
  const written = newKey().toString('base64url')
  const odd = ['', written.slice(1), `${written}A`, `${written}=`, `${written}\n`, ` ${written}`, `${written.slice(0, 42)}B`]
  for (const text of [...odd, `${'+'.repeat(42)}A`, `${'/'.repeat(42)}A`, '가'.repeat(43)]) expect(readKey(text)).toBeNull()
})

test('a challenge is of its own each time, and known by its beginning and length', () => {
  const challenges = Array.from({ length: 100 }, newChallenge)
  expect(new Set(challenges.map((one) => one.toString('hex'))).size).toBe(100)
  expect(challenges.every((one) => one.length === 40 && one.toString('latin1', 0, 8) === 'doorstep')).toBeTrue()
  const [one = Buffer.alloc(0)] = challenges
  expect(isChallenge(one)).toBeTrue()
  for (const other of [one.subarray(1), one.subarray(0, 39), Buffer.concat([one, one])]) expect(isChallenge(other)).toBeFalse()
})

test('the answer is that of the contract, and shorter than the challenge', () => {
  const key = Buffer.alloc(32, 7)
  const challenge = Buffer.concat([Buffer.from('doorstep'), Buffer.alloc(32, 9)])
  const proven = { port: 25_565, protocol: 'udp' } as const
  const expected = new Bun.CryptoHasher('sha256', key).update(Buffer.concat([challenge, Buffer.from([0x63, 0xdd, 17])])).digest()
  expect(answerTo(challenge, key, proven)).toEqual(Buffer.from(expected))
  expect(isAnswer(expected, challenge, key, proven)).toBeTrue()
  expect(isAnswer(expected, challenge, key, { ...proven, protocol: 'tcp' })).toBeFalse()
  expect(isAnswer(expected, challenge, key, { ...proven, port: 25_566 })).toBeFalse()
})
