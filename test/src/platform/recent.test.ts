import { expect, test } from 'bun:test'
import { Recent } from '../../../src/platform/recent.ts'

test('keeps what is used, and never more than twice its size', () => {
  const recent = new Recent<number, string>(100)
  for (let key = 0; key < 10_000; key++) {
    recent.set(key, `${key}`)
    // Asked for again and again, it is never dropped.
    expect(recent.get(0)).toBe('0')
  }
  const kept = Array.from({ length: 10_000 }, (_, key) => key).filter((key) => recent.get(key) !== undefined)
  expect(kept.length).toBeLessThanOrEqual(200)
  expect(kept).toContain(9999)
  expect(kept).not.toContain(1)
})
