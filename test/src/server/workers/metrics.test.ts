import { expect, test } from 'bun:test'
import { WorkerMetrics } from '../../../../src/server/workers/parent.ts'

test('concurrent calls make each worker count once, and a later call includes later counts', async () => {
  const metrics = new WorkerMetrics()
  let asked = 0
  const worker = {
    pid: 1,
    ask() {
      asked++
      setTimeout(() => metrics.hear(1, []), 5)
    },
  }
  const printed = await Promise.all(Array.from({ length: 50 }, () => metrics.print([worker], [])))
  expect([new Set(printed).size, asked]).toEqual([1, 1])
  await metrics.print([worker], [])
  expect(asked).toBe(2)
})

test('a worker that does not answer is asked again the next time', async () => {
  const metrics = new WorkerMetrics()
  let asked = 0
  const stuck = { pid: 1, ask: () => void asked++ }
  await metrics.print([stuck], [])
  await metrics.print([stuck], [])
  expect(asked).toBe(2)
})
