// Streams of the real program, over real connections; the test controls the tools step by step (support/process/stepped-server.ts).

import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { exchange } from '../../../support/door/raw.ts'
import { labTest } from '../../../support/lab.ts'
import { bodyOf, postTool, ROOT, startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const COMMAND = [process.execPath, join(ROOT, 'test', 'support', 'process', 'stepped-server.ts')]
const WORDS = 'a\nb\r\n\n\u0085\u2028\u2029data: 서울 🚪'
/** The same as JSON that every reader takes for one line. */
const LINE = '{"number":1,"words":"a\\nb\\r\\n\\n\\u0085\\u2028\\u2029data: 서울 🚪"}'
const NDJSON = { accept: 'application/x-ndjson' }
const SSE = { accept: 'text/event-stream' }
const JSON_TYPE = { accept: 'application/json' }
/** Started first and checked last, since it takes so long. */
const server = await sharedServer({ command: COMMAND })

/** Each run of `stepped` has a name, by which the test controls it. */
let runs = 0
const nextRun = () => `run-${++runs}`
const start = (run: string, headers: Record<string, string>, more: RequestInit = {}) =>
  fetch(`${server.url}/api/tools/stepped`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ip: '8.8.8.8', run }),
    ...more,
  })
const lead = async (run: string, ...names: string[]) => {
  let outcome = ''
  for (const name of names) outcome = (await bodyOf(await postTool(server.url, 'step', { run, name }))).outcome
  return outcome
}
const logged = (words: string) => server.output.filter((line) => line.includes(words)).length
/** Returns the number of faults in the log. It first waits for a line that comes after everything logged so far. */
const faultsLogged = async () => {
  const before = logged('nothing to reload')
  server.kill('SIGHUP')
  while (logged('nothing to reload') === before) await Bun.sleep(5)
  return logged('a tool failed')
}

/** Returns a function that reads an answer piece by piece: everything up to and including the next `end`. */
function reading(answer: Response) {
  const reader = answer.body?.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  return async (end: string): Promise<string> => {
    for (;;) {
      const at = rest.indexOf(end)
      if (at >= 0) {
        const piece = rest.slice(0, at + end.length)
        rest = rest.slice(at + end.length)
        return piece
      }
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return rest
      rest += decoder.decode(value, { stream: true })
    }
  }
}

describe('a stream', () => {
  test('as NDJSON sends each event while the check still runs, and last what JSON answers', async () => {
    const run = nextRun()
    const starting = start(run, NDJSON)
    await lead(run, 'event')
    const answer = await starting
    const read = reading(answer)
    // The tool waits for its next step, so only the event itself can bring these lines.
    expect(await read('\n')).toBe(`${LINE}\n`)
    await lead(run, 'event')
    expect(JSON.parse(await read('\n'))).toEqual({ number: 2, words: WORDS })
    await lead(run, 'end')
    const last = JSON.parse(await read('\n'))
    expect([await read('\n'), answer.status]).toEqual(['', 200])

    const plain = nextRun()
    const [whole] = await Promise.all([start(plain, JSON_TYPE), lead(plain, 'event', 'event', 'end')])
    const same = await bodyOf(whole)
    expect(Object.keys(last)).toEqual(Object.keys(same))
    expect(last).toEqual({ ...same, checkedAt: last.checkedAt, elapsedMs: last.elapsedMs })
    expect(last).toMatchObject({ tool: 'stepped', events: 2 })
  })

  test('as server-sent events is named and framed so that no text breaks it', async () => {
    const run = nextRun()
    const starting = start(run, SSE)
    await lead(run, 'event')
    const read = reading(await starting)
    expect(await read('\n\n')).toBe(`event: progress\ndata: ${LINE}\n\n`)
    await lead(run, 'end')
    expect(await read('\n\n')).toMatch(/^event: result\ndata: \{"tool":"stepped",[^\n\r]*\}\n\n$/)
    expect(await read('\n\n')).toBe('')
  })

  test.each([
    [NDJSON, 'application/x-ndjson; charset=utf-8'],
    [SSE, 'text/event-stream; charset=utf-8'],
  ])('asked for with %p has the headers of every answer, and is not to be held back', async (headers, type) => {
    const answer = await postTool(server.url, 'ip-lookup', { ip: '8.8.8.8' }, { 'accept-language': 'ko', ...headers })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      vary: 'Accept, Accept-Language',
      'content-language': 'ko',
      'access-control-allow-origin': '*',
    })
  })

  test('reaches an HTTP/1.0 client, such as an older proxy, until the connection closes', async () => {
    const run = nextRun()
    const body = JSON.stringify({ ip: '8.8.8.8', run })
    const head = `Host: x\r\nContent-Type: application/json\r\nAccept: application/x-ndjson\r\nContent-Length: ${body.length}`
    const exchanged = exchange(server.port, [`POST /api/tools/stepped HTTP/1.0\r\n${head}\r\n\r\n${body}`], { atLeast: 2 })
    await lead(run, 'begin', 'event', 'end')
    const { text, closed } = await exchanged
    expect([text, closed]).toEqual([expect.stringMatching(/\r\n\r\n\{"number":1,.*\}\n\{"tool":"stepped",.*\}\n$/), true])
  })
})

describe('what goes wrong', () => {
  test.each([
    ['a body that does not fit', 'stepped', { ip: '8.8.8.8' }, 422, 'invalid-request'],
    ['a target that is not public', 'stepped', { ip: '10.0.0.1', run: 'x' }, 403, 'target-not-public'],
  ])('%s is an ordinary problem', async (_, tool, body, status, code) => {
    for (const headers of [NDJSON, SSE]) {
      const answer = await postTool(server.url, tool, body, headers)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json; charset=utf-8'])
      expect(answer.headers.get('x-accel-buffering')).toBeNull()
      expect((await bodyOf(answer)).code).toBe(code)
    }
  })

  test.each([
    ['refuse', 422, 'invalid-target', 0],
    ['fail', 500, 'internal', 1],
    // The event did not fit its schema, so it was not sent.
    ['misfit', 500, 'internal', 1],
  ])('%s before the first event is an ordinary problem', async (step, status, code, faults) => {
    const [run, before] = [nextRun(), await faultsLogged()]
    const [answer] = await Promise.all([start(run, NDJSON), lead(run, step)])
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await bodyOf(answer)).toMatchObject({ status, code })
    expect((await faultsLogged()) - before).toBe(faults)
  })

  test.each([
    ['refuse', NDJSON, '', { status: 422, code: 'invalid-target', detail: 'refused on the way', field: 'ip' }, 0],
    ['fail', NDJSON, '', { status: 500, code: 'internal', type: 'urn:doorstep:problem:internal' }, 1],
    ['refuse', SSE, 'event: problem\ndata: ', { status: 422, code: 'invalid-target' }, 0],
    ['fail', SSE, 'event: problem\ndata: ', { status: 500, code: 'internal' }, 1],
  ])('%s after the first event is the last line, with %p', async (step, headers, frame, problem, faults) => {
    const [run, before] = [nextRun(), await faultsLogged()]
    const starting = start(run, { ...headers, 'accept-language': 'ko' })
    await lead(run, 'event')
    const answer = await starting
    expect(answer.status).toBe(200)
    await lead(run, step)
    const body = await answer.text()
    const last = body.split('\n').findLast((line) => line.includes('{')) ?? ''
    expect(JSON.parse(last.replace(/^data: /, ''))).toMatchObject(problem)
    expect(body).toContain(`\n${frame}${last.replace(/^data: /, '')}\n`)
    expect(last).toMatch(/[가-힣]/)
    expect(body).not.toMatch(/secret|\.ts|"tool"/)
    expect((await faultsLogged()) - before).toBe(faults)
  })
})

describe('a client that goes away', () => {
  test.each([
    ['before the first event', NDJSON, []],
    ['after the first event', NDJSON, ['event']],
    ['after several, as server-sent events', SSE, ['event', 'event', 'event']],
    ['from JSON', JSON_TYPE, ['event']],
  ])('%s stops the check', async (_, headers, steps) => {
    const [run, before] = [nextRun(), await faultsLogged()]
    const client = new AbortController()
    const starting = start(run, headers, { signal: client.signal })
    starting.catch(() => {})
    await lead(run, 'begin', ...steps)
    if (steps.length > 0 && headers !== JSON_TYPE) await reading(await starting)('\n')
    client.abort()
    expect(await lead(run, 'await-cut')).toBe('cut')
    // This tool ignores the signal; its later events and its answer are dropped, which is not a fault.
    await lead(run, 'event', 'flood', 'end', 'await-end')
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(await faultsLogged()).toBe(before)
  })
})

test('a tool that floods a client which does not read is kept to a few KB, and the answer is still whole', async () => {
  const run = nextRun()
  const starting = start(run, NDJSON)
  // Twenty megabytes at once, so that none of it can be sent in between.
  await lead(run, 'flood', 'event', 'end')
  const lines = (await (await starting).text()).trimEnd().split('\n')
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.join('\n').length).toBeLessThan(1_000_000)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ tool: 'stepped', events: 2 })
})

test('SIGTERM lets a running stream end', async () => {
  await using stopping = await startServer({ command: COMMAND })
  const run = nextRun()
  const post = (name: string, body: object, headers = {}) => postTool(stopping.url, name, body, headers)
  const starting = post('stepped', { ip: '8.8.8.8', run }, NDJSON)
  await post('step', { run, name: 'event' })
  const read = reading(await starting)
  await read('\n')
  // It ends when the listener is closed and only running requests are waited for.
  await post('step', { run, name: 'end-later' })
  stopping.kill('SIGTERM')
  while (!stopping.output.some((line) => line.includes('stopping'))) await Bun.sleep(10)
  const late = await post('ip-lookup', { ip: '8.8.8.8' }, NDJSON)
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close'])
  expect(JSON.parse(await read('\n'))).toMatchObject({ tool: 'stepped', events: 1 })
  expect(await stopping.exited).toBe(0)
})

describe('time', () => {
  test('a check ends half a second before its own deadline', async () => {
    const { cut, elapsedMs } = await bodyOf(await postTool(server.url, 'hasty', { ip: '8.8.8.8' }))
    expect(cut).toBe(true)
    expect(elapsedMs).toBeWithin(900, 8000)
  })

  labTest('a check that is silent for twenty seconds is not cut from its client', {}, async () => {
    const patient = [JSON_TYPE, NDJSON].map((headers) => postTool(server.url, 'patient', { ip: '8.8.8.8' }, headers))
    for (const answer of await Promise.all(patient)) {
      const body = JSON.parse((await answer.text()).replace('{}\n', ''))
      expect(body.cut).toBe(true)
      expect(body.elapsedMs).toBeGreaterThan(19_000)
    }
  })
})
