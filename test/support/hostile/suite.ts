// Tests that every case stays within its bounds.

import { expect } from 'bun:test'
import { labTest } from '../lab.ts'
import { shared } from '../shared.ts'
import type { Case } from './case.ts'
import { HOSTILE_NEEDS, type HostileLab, type Start, startHostileLab } from './lab.ts'
import { tryAll, tryTogether } from './try.ts'

/** Returns one lab for all tests of a file, started by the first that needs it. */
export const hostileLabOfFile = (start: Start = {}): (() => Promise<HostileLab>) => shared(() => startHostileLab(start))

export function hostileTests(cases: readonly Case[], start: Start = {}): void {
  const theLab = hostileLabOfFile(start)
  const slow = cases.filter(({ isSlow }) => isSlow)
  if (slow.length > 0)
    labTest('all at once: those who keep a request waiting', HOSTILE_NEEDS, async () =>
      expect(await tryTogether(await theLab(), slow)).toEqual([]),
    )
  for (const one of cases.filter(({ isSlow }) => !isSlow))
    labTest(one.name, HOSTILE_NEEDS, async () => expect((await tryAll(await theLab(), one)).broken).toEqual([]))
}
