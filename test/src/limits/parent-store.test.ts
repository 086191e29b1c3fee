import { expect, test } from 'bun:test'
import { BucketTable, type Charge } from '../../../src/limits/gcra.ts'
import { ParentStore } from '../../../src/limits/parent-store.ts'

const CHARGE: Charge = { key: '192.0.2.1', quota: { policy: 'client', burst: 10, unitMs: 60_000 }, weight: 1 }

async function allowed(stores: readonly ParentStore[], tries: number): Promise<number> {
  let count = 0
  for (let index = 0; index < tries; index++) if ((await stores[index % stores.length]?.take([CHARGE]))?.isAllowed) count++
  return count
}

test('several stores that ask one table allow what one allows', async () => {
  const table = new BucketTable()
  const stores = Array.from({ length: 4 }, () => new ParentStore(async (charges) => table.take(charges)))
  expect(await allowed(stores, 40)).toBe(10)
})

test('without an answer a table of its own decides; the parent is left in peace for a while, and both changes are told', async () => {
  let [asked, isStuck] = [0, true]
  const told: boolean[] = []
  const store = new ParentStore(
    async (charges) => {
      asked++
      return isStuck ? null : new BucketTable().take(charges)
    },
    (isAnswering) => void told.push(isAnswering),
  )
  expect(await allowed([store], 40)).toBe(10)
  expect([asked, told]).toEqual([1, [false]])
  isStuck = false
  await Bun.sleep(1050)
  expect(await allowed([store], 1)).toBe(1)
  expect([asked, told]).toEqual([2, [false, true]])
})

test('after a rest a single question tests whether the parent answers; no other waits for it', async () => {
  let asked = 0
  const store = new ParentStore(async () => {
    asked++
    await Bun.sleep(20)
    return null
  })
  await store.take([CHARGE])
  await Bun.sleep(1050)
  await Promise.all(Array.from({ length: 100 }, () => store.take([CHARGE])))
  expect(asked).toBe(2)
})
