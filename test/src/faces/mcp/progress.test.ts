// Runs whose steps the test controls (support/process/stepped-server.ts), with clients of both generations.

import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { messagesOf, modern, postMcp, toolCall } from '../../../support/mcp/clients.ts'
import { bodyOf, postTool, ROOT } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const COMMAND = [process.execPath, join(ROOT, 'test', 'support', 'process', 'stepped-server.ts')]
const NAME = 'stepped'
const server = await sharedServer({ command: COMMAND, args: ['--access-log', '--metrics'] })

let runs = 0
const nextRun = () => `mcp-${++runs}`
const lead = async (run: string, ...names: string[]) => {
  let outcome = ''
  for (const name of names) outcome = (await bodyOf(await postTool(server.url, 'step', { run, name }))).outcome
  return outcome
}

/** Messages with which each generation of clients asks for a run, with progress or without. */
const ASKING = {
  2025: (run: string, meta: object, more: RequestInit = {}) =>
    postMcp(server.url, toolCall(NAME, { ip: '8.8.8.8', run }, meta), {}, more),
  2026: (run: string, meta: object, more: RequestInit = {}) => {
    const { message, headers } = modern('tools/call', { name: NAME, arguments: { ip: '8.8.8.8', run } }, meta)
    return postMcp(server.url, message, headers, more)
  },
}
const PROGRESS = { progressToken: 'token' }

describe.each(Object.entries(ASKING))('a client of %s', (_, ask) => {
  test('receives events as they come, with its token, and the answer last', async () => {
    const run = nextRun()
    const asked = ask(run, PROGRESS)
    await lead(run, 'begin', 'event')
    const answer = await asked
    await lead(run, 'event', 'end')
    const messages = await messagesOf(answer)
    const words = 'words: a b data: 서울 🚪'
    expect(messages.slice(0, 2)).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'token', progress: 1, message: `number: 1, ${words}` } },
      { method: 'notifications/progress', params: { progressToken: 'token', progress: 2, message: `number: 2, ${words}` } },
    ])
    expect(messages[2]).toMatchObject({ id: 1, result: { structuredContent: { events: 2 } } })
    expect(messages).toHaveLength(3)
  })

  test('receives none that it did not ask for', async () => {
    const run = nextRun()
    const asked = ask(run, {})
    await lead(run, 'begin', 'event', 'end')
    expect(await messagesOf(await asked)).toMatchObject([{ id: 1, result: { structuredContent: { events: 1 } } }])
  })

  test.each([
    ['with progress', PROGRESS],
    ['without', {}],
  ])('that leaves ends the run: %s', async (_, meta) => {
    const run = nextRun()
    const leaving = new AbortController()
    const asked = ask(run, meta, { signal: leaving.signal })
    const read = asked.then((answer) => answer.text()).catch(() => 'left')
    await lead(run, 'begin', 'event')
    leaving.abort()
    expect([await lead(run, 'await-cut'), await read]).toEqual(['cut', 'left'])
    await lead(run, 'end')
  })

  test('gets at most 200 events of a flood', async () => {
    const run = nextRun()
    const asked = ask(run, PROGRESS)
    await lead(run, 'begin', 'flood', 'end')
    const messages = await messagesOf(await asked)
    expect(messages.length).toBe(201)
    expect(JSON.stringify(messages).length).toBeLessThan(200_000)
  })

  test('is only told that a fault happened; the log says more', async () => {
    const run = nextRun()
    const asked = ask(run, PROGRESS)
    await lead(run, 'begin', 'event', 'fail')
    const [, last] = await messagesOf(await asked)
    const { requestId } = last.result._meta['doorstep/problem']
    expect(last.result).toMatchObject({ isError: true, _meta: { 'doorstep/problem': { code: 'internal', requestId } } })
    expect(JSON.stringify(last)).not.toMatch(/secret|stack|\.ts/)
    const told = server.output.filter((line) => line.includes('a secret of the inside'))
    expect(told.filter((line) => line.includes(requestId))).toHaveLength(1)
  })
})

test('log and metrics have the tool that ran, how it ended, and when its stream ended', async () => {
  const run = nextRun()
  const asked = ASKING[2025](run, PROGRESS)
  await lead(run, 'begin', 'event')
  const answer = await asked
  const id = answer.headers.get('x-request-id') ?? 'none'
  const lines = () => server.output.filter((line) => line.includes(id))
  expect(lines()).toEqual([])
  await lead(run, 'refuse')
  await answer.text()
  for (let tries = 0; tries < 250 && lines().length === 0; tries++) await Bun.sleep(20)
  const [line = '{}'] = lines()
  expect(JSON.parse(line)).toMatchObject({ path: '/mcp', status: 200, tool: NAME, code: 'invalid-target' })
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toMatch(/doorstep_requests_total\{tool="stepped",status="200"\} \d+/)
  expect(metrics).toMatch(/doorstep_refusals_total\{code="invalid-target"\} 1/)
})
