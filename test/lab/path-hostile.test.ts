// A target that answers with unknown ICMP codes, or a thousand times: the trace reports it, ends in time, and costs no more than others.
import { afterEach, expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { meanwhile } from '../support/meanwhile.ts'
import type { AnswerJob } from '../support/net/icmp-answer-job.ts'
import { type PathLab, pathLabOfFile } from '../support/net/path-lab.ts'
import { ROOT } from '../support/server.ts'

const SCRIPT = join(ROOT, 'test', 'support', 'net', 'icmp-answer-job.ts')
const TARGET = '198.18.4.2'
const HOP = 4
/** Time Exceeded, with a code of its own, and as routers say it. */
const UNKNOWN_CODE = { type: 11, code: 77 }
const HOP_LIMIT = { type: 11, code: 0 }
const COPIES = 3000
const MEMORY_MAX_MB = 30

const lineTest = pathLabOfFile({ topology: 'line' })
let answering: Bun.Subprocess<'ignore', 'pipe', 'inherit'> | undefined
afterEach(async () => {
  answering?.kill()
  await answering?.exited
})

async function answerWith({ built }: PathLab, job: Omit<AnswerJob, 'at'>): Promise<void> {
  const command = built.node('end').inside([process.execPath, SCRIPT, JSON.stringify({ at: TARGET, ...job })])
  answering = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
  await answering.stdout.getReader().read()
}

const memoryMb = ({ server }: PathLab) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024

lineTest('a time-out with a code that no RFC knows is the end of the path, and no arrival', async (lab) => {
  await answerWith(lab, { ...UNKNOWN_CODE, copies: 1 })
  const found = await lab.ask('traceroute', { host: TARGET })
  expect(found).toMatchObject({ reached: false, reason: 'time-exceeded', failedLayer: 'icmp' })
  expect(found.hops.at(-1)).toMatchObject({ hop: HOP, address: TARGET, status: 'unreachable', reason: 'time-exceeded' })
})

lineTest(`a target that answers each probe ${COPIES} times`, async (lab) => {
  await lab.ask('traceroute', { host: TARGET, maxHops: 2 })
  await answerWith(lab, { ...HOP_LIMIT, copies: COPIES })
  const before = memoryMb(lab)
  let mostMb = 0
  const { result: found, lateMs } = await meanwhile(
    lab.server,
    () => lab.ask('traceroute', { host: TARGET, maxHops: 20 }),
    () => {
      mostMb = Math.max(mostMb, memoryMb(lab))
    },
  )
  expect(found).toMatchObject({ reached: null, reason: 'budget-exceeded', failedLayer: 'local' })
  expect(found.nextActions.map(({ code }: { code: string }) => code)).toEqual(['cut-short', 'check-service-anyway'])
  expect(found.hops.slice(0, HOP).map(({ address }: { address: string }) => address)).toEqual([
    '198.18.1.2',
    '198.18.2.2',
    '198.18.3.2',
    TARGET,
  ])
  expect(lateMs).toBe(0)
  expect(mostMb - before).toBeLessThan(MEMORY_MAX_MB)
})
