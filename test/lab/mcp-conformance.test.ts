// The conformance suite of the Model Context Protocol, by its makers, against the real program on loopback.

import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { listed } from '../support/listed.ts'
import { execute } from '../support/net/namespace.ts'
import { FROM_SOURCE, ROOT, startServer } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

const SUITE = join(ROOT, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js')
const NOT_APPLICABLE = join(ROOT, 'test', 'fixtures', 'mcp', 'not-applicable.yml')
const JOB = join(ROOT, 'test', 'support', 'mcp', 'conformance-job.ts')

/** The checks that have to pass: everything that a server with tools and without sessions can be asked. */
const PASSING = listed(`
  server-initialize ping tools-list tools-call-simple-text tools-call-error tools-call-with-progress
  dns-rebinding-protection
`)

const folder = sharedFolder('mcp')

async function suite(url: string): Promise<{ code: number; out: string }> {
  const given = ['--url', `${url}/mcp`, '--suite', 'all', '--expected-failures', NOT_APPLICABLE, '--output-dir', folder]
  const { exitCode, stdout } = await execute([process.execPath, SUITE, 'server', ...given], { cwd: folder })
  return { code: exitCode, out: stdout }
}

test('every scenario that applies passes, and the list of those that do not is exact', async () => {
  await using server = await startServer({ command: [FROM_SOURCE[0] ?? '', JOB] })
  const { code, out } = await suite(server.url)
  const passed = [...out.matchAll(/^✓ ([\w-]+): [1-9]\d* passed, 0 failed/gm)].map(([, name = '']) => name)
  expect(passed.toSorted()).toEqual(PASSING.toSorted())
  expect({ code, out: code === 0 ? '' : out }).toEqual({ code: 0, out: '' })
})
