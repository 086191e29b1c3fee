// The shared parts of several processes on one port: limits, metrics, certificates, one log.
import { describe, expect, test } from 'bun:test'
import { freePort } from '../../../support/net/network.ts'
import { childrenOf } from '../../../support/process/processes.ts'
import { parsePrometheus } from '../../../support/process/prometheus-text.ts'
import { bodyOf, PATIENT, postTool, type Server, startServer } from '../../../support/server.ts'
import { until } from '../../../support/until.ts'

const WORKERS = ['--workers', '2']
const TRUSTED = ['--trusted-proxies', '127.0.0.0/8']
const PLAN = { useCase: 'minecraft' }
/** A new connection for each request, so that the kernel distributes them. */
const ANEW = { connection: 'close' }

const linesOf = ({ output }: Server, message: string) =>
  output.map((line) => JSON.parse(line)).filter((line) => line.message === message)

async function times<Result>(count: number, run: (index: number) => Promise<Result>): Promise<Result[]> {
  return await Promise.all(Array.from({ length: count }, (_, index) => run(index)))
}

describe('limits of several processes', () => {
  test('a client gets exactly its allowance from all of them together, and each reports the same', async () => {
    await using server = await startServer({ env: PATIENT, args: [...WORKERS, ...TRUSTED, '--rate-limit', '30/h'] })
    const from = { ...ANEW, 'x-forwarded-for': '198.51.100.1' }
    const answers = await times(80, () => postTool(server.url, 'port-forward-plan', PLAN, from))
    const statuses = answers.map(({ status }) => status)
    expect([200, 429].map((status) => statuses.filter((each) => each === status).length)).toEqual([30, 50])
    const left = await times(20, async () => bodyOf(await fetch(`${server.url}/api/limits`, { headers: from })))
    expect(new Set(left.map(({ remaining }) => remaining))).toEqual(new Set([0]))
    const headers = answers.map((answer) => answer.headers.get('ratelimit')).filter((header) => header?.includes('r=29'))
    expect(headers).toHaveLength(1)
  })

  test('the slots for checks are shared out', async () => {
    await using server = await startServer({ args: [...WORKERS, '--max-concurrency', '64', '--rate-limit', '60/min'] })
    const limits = await times(20, async () => bodyOf(await fetch(`${server.url}/api/limits`, { headers: ANEW })))
    expect(new Set(limits.map(({ concurrency }) => concurrency.limit))).toEqual(new Set([2]))
  })
})

async function counted(url: string, tool: string): Promise<number> {
  const families = parsePrometheus(await (await fetch(url, { headers: ANEW })).text())
  const samples = families.get('doorstep_requests_total')?.samples ?? []
  return samples.find(({ labels }) => labels.tool === tool)?.value ?? 0
}

describe('metrics of several processes', () => {
  test('on the main port, every process serves the metrics of all', async () => {
    await using server = await startServer({ args: [...WORKERS, '--metrics'] })
    await times(40, () => fetch(`${server.url}/api/ip`, { headers: ANEW }))
    for (let again = 0; again < 10; again++) expect(await counted(`${server.url}/metrics`, 'ip')).toBe(40)
    const families = parsePrometheus(await (await fetch(`${server.url}/metrics`)).text())
    expect(families.get('doorstep_build_info')?.samples.map(({ value }) => value)).toEqual([1])
    expect(families.get('doorstep_limit_store_up')).toBeUndefined()
  })

  test('on a port of their own there is one listener, and the counts of a worker are kept after its end', async () => {
    await using server = await startServer({ args: [...WORKERS, '--metrics', '127.0.0.1:0'] })
    const [{ metricsUrl }] = linesOf(server, 'metrics') as [{ metricsUrl: string }]
    await times(40, () => fetch(`${server.url}/api/ip`, { headers: ANEW }))
    expect(await counted(metricsUrl, 'ip')).toBe(40)
    const [victim = 0] = childrenOf(server.pid)
    process.kill(victim, 'SIGKILL')
    await until(() => linesOf(server, 'a worker has ended and is replaced').length === 1 && childrenOf(server.pid).length === 2)
    expect(await counted(metricsUrl, 'ip')).toBe(40)
    // Connections may still go to the worker that was killed; the port for metrics is the parent's.
    await until(async () => (await fetch(`${server.url}/readyz`, { headers: ANEW })).ok)
    await times(10, () => fetch(`${server.url}/api/ip`, { headers: ANEW }))
    expect(await counted(metricsUrl, 'ip')).toBe(50)
    const [, stuck = 0] = childrenOf(server.pid)
    process.kill(stuck, 'SIGSTOP')
    expect(await counted(metricsUrl, 'ip')).toBe(50)
    process.kill(stuck, 'SIGCONT')
  })

  test('a successor takes their port over as well', async () => {
    const [port, metricsPort] = [freePort(), freePort()]
    const place = ['--metrics', `127.0.0.1:${metricsPort}`, '--replace']
    await using old = await startServer({ args: ['--port', `${port}`, ...WORKERS, ...place] })
    await using next = await startServer({ args: ['--port', `${port}`, ...WORKERS, ...place] })
    expect(await old.exited).toBe(0)
    await until(() => linesOf(next, 'metrics').length === 1)
    await fetch(`${next.url}/api/ip`)
    expect(await counted(`http://127.0.0.1:${metricsPort}/metrics`, 'ip')).toBe(1)
  })
})

test('each reads the tokens of the others', async () => {
  await using server = await startServer({ args: [...WORKERS, ...TRUSTED, '--allow-targets', '127.0.0.0/8,::1'] })
  const as = (client: string) => ({ ...ANEW, 'x-forwarded-for': client })
  const tokens = await times(8, async () => (await bodyOf(await fetch(`${server.url}/api/pair`, { headers: as('::1') }))).token)
  const asked = tokens.map((token) => postTool(server.url, 'reachability', { port: 9, alsoMe: [token] }, as('127.0.0.2')))
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(tokens.map(() => 200))
  // Their secret is that of their parent alone, so no other server reads them.
  await using other = await startServer({ args: [...TRUSTED, '--allow-targets', '127.0.0.0/8,::1'] })
  expect((await postTool(other.url, 'reachability', { port: 9, alsoMe: tokens.slice(0, 1) }, as('127.0.0.2'))).status).toBe(422)
})
