// The garbage collector runs after this many short requests, however much memory it believes to be in use.

import { edenGC } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { countForCollector } from '../../../src/platform/collector.ts'

const PER_ROUND = 8192
const PER_FULL = 16
const MANY = 1000

class Left {
  readonly texts = ['left', 'behind']
}

const make = () => Array.from({ length: MANY }, () => new WeakRef(new Left()))
const left = (made: readonly WeakRef<Left>[]) => made.filter((each) => each.deref() !== undefined).length

async function ask(times: number): Promise<void> {
  for (let index = 0; index < times; index++) countForCollector()
  // Objects that were looked at in a job live until its end.
  await Bun.sleep(1)
  await Bun.sleep(1)
}

test('after 8,192 requests, and not before', async () => {
  await ask(PER_ROUND)
  const made = make()
  await ask(PER_ROUND - 1)
  expect(left(made)).toBe(MANY)
  await Bun.sleep(1)
  await ask(1)
  expect(left(made)).toBeLessThan(MANY / 10)
})

test('old objects are collected in one of 16 rounds', async () => {
  const made = old()
  for (let round = 0; round < PER_FULL; round++) await ask(PER_ROUND)
  expect(left(made)).toBeLessThan(MANY / 10)
})

/** Returns objects that have lived through collections, and that are no longer needed. */
function old(): WeakRef<Left>[] {
  const held = Array.from({ length: MANY }, () => new Left())
  for (let times = 0; times < 3; times++) edenGC()
  return held.map((each) => new WeakRef(each))
}
