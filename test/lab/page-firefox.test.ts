// The page of the compiled file in Firefox, in a namespace of their own: what a new browser requests by itself reaches nothing outside.
import { expect } from 'bun:test'
import { join } from 'node:path'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest, programPath } from '../support/lab.ts'
import { makeNamespace, run } from '../support/net/namespace.ts'
import type { Seen } from '../support/page/firefox-job.ts'
import { BEHIND_PROXY, VISITOR } from '../support/page/page.ts'
import { startServer } from '../support/server.ts'

const JOB = join(import.meta.dirname, '..', 'support', 'page', 'firefox-job.ts')

labTest(
  'Firefox shows who one is, says nothing, asks nobody else, runs a tool and changes its language',
  { programs: ['firefox-esr', 'ip'], root: true },
  async () => {
    await using namespace = await makeNamespace()
    // The visitor is this machine, so that nothing is sent to anybody: its ports are closed.
    await namespace.addAddress(VISITOR)
    const args = [...BEHIND_PROXY, '--allow-targets', `127.0.0.0/8,${VISITOR}/32`]
    await using server = await startServer({ command: namespace.inside([EXECUTABLE]), args })
    const job = namespace.inside([process.execPath, JOB, programPath('firefox-esr') ?? '', server.url, VISITOR])
    const seen: Seen = JSON.parse(await run(job))
    // The tab does not tell the address to somebody who looks over a shoulder.
    expect([seen.title.includes('doorstep'), seen.title.includes(VISITOR)]).toEqual([true, false])
    expect(seen.address).toBe(VISITOR)
    expect(seen.facts).toContain('AS4766')
    expect([seen.map.height > 100, seen.map.marks]).toEqual([true, 1])
    expect({ overflow: seen.overflow, said: seen.said }).toEqual({ overflow: 0, said: [] })
    expect(seen.asked.length).toBeGreaterThan(4)
    expect(seen.asked.filter((line) => !line.startsWith(`200 ${server.url}/`) && !line.includes(' data:'))).toEqual([])
    expect(seen.asked.some((line) => line.endsWith('/api/tools/ping'))).toBe(true)
    expect(seen.language).toBe('ko')
  },
)
