import { expect, test } from 'bun:test'
import { environmentOf, isWorker, shareOf, takeRole } from '../../../../src/server/workers/role.ts'

const ROLE = {
  index: 1,
  count: 4,
  port: 8080,
  sockets: [null],
  onTerminal: false,
  pairSecret: 'a secret of thirty-two characters',
}

test('a role is handed on once, and leaves nothing in the environment', () => {
  const environment = { ...environmentOf(ROLE, { HOME: '/' }) }
  expect(
    isWorker(
      Object.entries(environment)
        .map(([name, value]) => `${name}=${value}`)
        .join('\0'),
    ),
  ).toBe(true)
  expect(takeRole(environment)).toEqual(ROLE)
  expect(environment).toEqual({ HOME: '/' })
  expect(takeRole(environment)).toBeNull()
})

test('the shares of a total are the total', () => {
  for (const [total, count] of [
    [256, 1],
    [256, 3],
    [10, 4],
    [4, 4],
  ] as const) {
    const shares = Array.from({ length: count }, (_, index) => shareOf(total, { index, count }))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total)
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
  }
  expect(shareOf(256, null)).toBe(256)
  expect(shareOf(1, { index: 3, count: 4 })).toBe(1)
})
