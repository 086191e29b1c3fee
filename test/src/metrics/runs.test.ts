import { expect, test } from 'bun:test'
import { runMetrics } from '../../../src/metrics/runs.ts'
import { WHERE_VERDICTS } from '../../../src/net/where/index.ts'
import { manifest } from '../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../src/registry/tools.ts'
import type { Call } from '../../../src/run/call.ts'

const tools = toolsOf(manifest)

/** Returns what is counted where a tool answers with a result. */
async function endsOf(name: string, result: object): Promise<string[]> {
  const ends: string[] = []
  const metrics = { found: () => {}, ended: (tool: string, verdict: string) => void ends.push(`${tool} ${verdict}`) }
  const around = runMetrics(tools, { ...metrics, probesOpen: { inc: () => {}, dec: () => {} } })
  const named = tools.find((one) => one.name === name)
  if (!named) throw new Error(`there is no ${name}`)
  // A seam: the wrapper passes the call on unread.
  await around(named, {} as Call, async () => ({ result, answer: result }))
  return ends
}

test('every verdict on where packets ended is counted, by tool', async () => {
  for (const name of ['port-check', 'public-service-check', 'traceroute'])
    for (const verdict of WHERE_VERDICTS) expect(await endsOf(name, { where: { verdict } })).toEqual([`${name} ${verdict}`])
})

test('no other word becomes a label, and what was not looked at is not counted', async () => {
  for (const where of [null, undefined, {}, { verdict: 'forged' }, { verdict: 7 }, 'cannot-tell'])
    expect(await endsOf('port-check', { where })).toEqual([])
  expect(await endsOf('ping', { where: { verdict: 'cannot-tell' } })).toEqual([])
})
