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
  'Firefox shows who one is, moves nothing, says nothing, asks nobody else, draws a stream as it comes and changes its language',
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
    const [width = 0, height = 0, marks] = seen.map
    expect(Math.min(width, height)).toBeGreaterThan(100)
    expect(marks).toBe(1)
    expect({ overflow: seen.overflow, moved: seen.moved, said: seen.said }).toEqual({ overflow: 0, moved: [], said: [] })
    expect(seen.asked.length).toBeGreaterThan(4)
    expect(seen.asked.filter((line) => !line.startsWith(`200 ${server.url}/`) && !line.includes(' data:'))).toEqual([])
    expect(seen.streamed.filter((count) => count > 0 && count < 10)).not.toEqual([])
    expect(seen.language).toBe('ko')
  },
)
