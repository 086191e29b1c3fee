// A parent with three workers, each of which takes from the same bucket as fast as it can, and reports how often it was allowed to.

import { BucketTable } from '../../../src/limits/gcra.ts'
import { ParentStore } from '../../../src/limits/parent-store.ts'
import { createLogger } from '../../../src/platform/log.ts'
import { ParentLine } from '../../../src/server/workers/line.ts'
import { Workers } from '../../../src/server/workers/parent.ts'
import { takeRole } from '../../../src/server/workers/role.ts'

export const WORKERS = 3
export const BURST = 50
const TRIES = 200
const ANSWERS_MS = 60_000
const CHARGE = { key: '192.0.2.1', quota: { policy: 'client', burst: BURST, unitMs: 3_600_000 }, weight: 1 } as const

const say = (line: object) => console.log(JSON.stringify(line))

async function work(parent: ParentLine): Promise<void> {
  const isStopped = process.argv.includes('stopped')
  // A parent that runs is waited for, however busy the machine is.
  const store = new ParentStore((charges, timeoutMs) => parent.take(charges, isStopped ? timeoutMs : ANSWERS_MS))
  // The reader of this may stop the parent before it goes on.
  say({ ready: process.pid })
  if (isStopped) await Bun.sleep(1000)
  let [allowed, longestMs] = [0, 0]
  for (let tries = 0; tries < TRIES; tries++) {
    const startedMs = performance.now()
    if ((await store.take([CHARGE])).isAllowed) allowed++
    longestMs = Math.max(longestMs, performance.now() - startedMs)
  }
  // Past the parent, which may be stopped.
  await Bun.write(`${process.argv[2]}/${process.pid}`, JSON.stringify({ allowed, longestMs }))
}

if (import.meta.main) {
  const role = takeRole(process.env)
  if (role) {
    const parent = new ParentLine()
    parent.obey({ reread: async () => {}, sample: async () => [], stop: () => process.exit(0) })
    parent.tellListening('', 1)
    await work(parent)
  } else {
    new Workers({
      count: WORKERS,
      command: () => [process.execPath, import.meta.path, ...process.argv.slice(2)],
      onTerminal: false,
      sockets: [],
      pairSecret: null,
      log: createLogger('error', console.error, false),
      store: new BucketTable(),
      samples: async () => [],
      write: async (lines) => void process.stdout.write(lines),
      started() {},
    })
  }
}
