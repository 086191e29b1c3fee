// Real tools, run without HTTP: for a caller with a connection, and for a user of the command line.
import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../../../src/contract/problem.ts'
import { manifest } from '../../../../src/operations/registry/manifest.gen.ts'
import { type NamedTool, toolsOf } from '../../../../src/operations/registry/tools.ts'
import { answerChecks } from '../../../../src/operations/run/answer.ts'
import { type Around, afterwards, type Call, NO_BODY, type Outcome } from '../../../../src/operations/run/call.ts'
import { type Fault, faultLog } from '../../../../src/operations/run/faults.ts'
import { secondsOf } from '../../../../src/operations/run/limited.ts'
import { prepare, type Runnable } from '../../../../src/operations/run/run.ts'
import { type Caller, LOCAL_CALLER, Peer } from '../../../../src/policy/caller.ts'
import { defineTool, offline, publicHost, publicIp, t } from '../../../../src/tool.ts'
import { addressOf } from '../../../support/policy/rules.ts'
import { servicesFor } from '../../../support/process/services.ts'

const TOOLS = toolsOf(manifest)
const services = servicesFor({ 'allow-targets': '127.0.0.0/8' })
const PEER = new Peer(addressOf('1.1.1.1'), 'socket')

function callOf(body: unknown, caller: Caller, more: Partial<Call> = {}): Call {
  return { body, caller, locale: 'en', signal: new AbortController().signal, face: 'cli', ...more }
}

function runnable(name: string, around: readonly Around[] = [answerChecks(TOOLS)]): Runnable {
  const found = prepare(TOOLS, services, around).get(name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

/** Returns the refusal of a run, in both languages. */
async function refused(run: () => unknown) {
  try {
    await run()
  } catch (thrown) {
    if (thrown instanceof Refusal) return { code: thrown.code, en: thrown.detail('en'), ko: thrown.detail('ko') }
    throw thrown
  }
  throw new Error('was not refused')
}

const OWN = { path: '/api/tools/own', headline: () => 'Done.' } as const

/** Returns the run of a tool that a test defines. */
function prepared(tool: NamedTool['tool'], aroundOf: (tools: readonly NamedTool[]) => readonly Around[] = () => []): Runnable {
  const tools = [{ name: 'own', tool }]
  const found = prepare(tools, services, aroundOf(tools)).get('own')
  if (!found) throw new Error('it was not prepared')
  return found
}

describe('a tool', () => {
  const body = { ip: '8.8.8.8' }

  test('answers a peer and a local caller alike', async () => {
    for (const caller of [PEER, LOCAL_CALLER]) {
      const { result, answer } = await runnable('ip-lookup').run(callOf(body, caller))
      expect(result).toMatchObject({ ip: '8.8.8.8', ipVersion: 4 })
      expect(answer).toMatchObject({ tool: 'ip-lookup', checkedAt: expect.any(String), elapsedMs: expect.any(Number), ...body })
      expect(result).not.toHaveProperty('tool')
    }
  })

  test('is cut when the caller no longer waits', async () => {
    const gone = new AbortController()
    const begun = Promise.withResolvers<void>()
    const tool = defineTool({
      ...OWN,
      policy: publicIp('ip'),
      body: t.Object({ ip: t.String() }),
      result: t.Object({ cut: t.Boolean() }),
      run({ net }) {
        begun.resolve()
        return new Promise((resolve) => net.signal.addEventListener('abort', () => resolve({ cut: true })))
      },
    })
    const outcome = prepared(tool).run(callOf(body, LOCAL_CALLER, { signal: gone.signal }))
    await begun.promise
    gone.abort()
    expect((await outcome).result).toEqual({ cut: true })
  })
})

describe('what is bound to the requester', () => {
  test.each([
    ['port-check', { port: 443 }],
    ['ddns-match', { hostname: 'home.example.com' }],
    ['reachability', { port: 443 }],
    ['ip', NO_BODY],
    ['ip-json', NO_BODY],
  ])('%s refuses a local caller, and names who can do it', async (name, body) => {
    const { code, en, ko } = await refused(() => runnable(name).run(callOf(body, LOCAL_CALLER)))
    expect(code).toBe('requester-not-public')
    for (const detail of [en, ko]) {
      expect(detail).toContain('doorstep')
      expect(detail).not.toContain('--')
    }
    expect(ko).toMatch(/[가-힣]/)
    expect(en).not.toContain('proxy')
  })
})

test('a query goes the same way, and is there at once', () => {
  const outcome = runnable('ip').run(callOf(NO_BODY, PEER))
  expect(outcome).not.toBeInstanceOf(Promise)
  expect(outcome).toEqual({ result: '1.1.1.1', answer: '1.1.1.1' })
  expect(runnable('ip-json').run(callOf(NO_BODY, PEER, { locale: 'ko' }))).toMatchObject({
    answer: { ip: '1.1.1.1', scope: 'public' },
  })
})

describe('what surrounds a run', () => {
  const seen: string[] = []
  const tool = defineTool({
    ...OWN,
    policy: publicHost('host'),
    body: t.Object({ host: t.String() }),
    result: t.Object({ ok: t.Boolean() }),
    run() {
      seen.push('tool')
      return { ok: true }
    },
  })
  const probe =
    (name: string): Around =>
    (named, { face }, go) => {
      seen.push(`${name} before ${named.name} for ${face}`)
      return afterwards(go(), (outcome) => {
        seen.push(`${name} after`)
        return outcome
      })
    }
  const asked = (host: unknown, around: readonly Around[]) => prepared(tool, () => around).run(callOf({ host }, LOCAL_CALLER))

  test('comes after the validation and before the target is admitted, the first outermost', async () => {
    seen.length = 0
    const around = [probe('outer'), probe('inner')]
    await asked('127.0.0.1', around)
    const before = ['outer before own for cli', 'inner before own for cli']
    expect(seen).toEqual([...before, 'tool', 'inner after', 'outer after'])

    seen.length = 0
    expect(await refused(() => asked('10.0.0.1', around))).toMatchObject({ code: 'target-not-public' })
    expect(seen).toEqual(before)

    seen.length = 0
    expect(await refused(() => asked(1, around))).toMatchObject({ code: 'invalid-request' })
    expect(seen).toEqual([])
  })

  test('may answer in its place, or change the call', async () => {
    const kept: Outcome = { result: { ok: false }, answer: { ok: false } }
    expect(await asked('127.0.0.1', [() => kept])).toBe(kept)
    const elsewhere: Around = (_, call, go) => go({ ...call, body: { host: '10.0.0.1' } })
    expect(await refused(() => asked('127.0.0.1', [elsewhere]))).toMatchObject({ code: 'target-not-public' })
  })
})

describe('a fault', () => {
  const faulty = (run: () => { ok: boolean } | Promise<{ ok: boolean }>) =>
    defineTool({
      ...OWN,
      policy: offline,
      body: t.Object({}),
      result: t.Object({ ok: t.Boolean() }),
      run,
    })

  /** Returns what the operator and the caller learn about a call. */
  async function told(run: Parameters<typeof faulty>[0]) {
    const faults: Fault[] = []
    const own = prepared(faulty(run), (tools) => [faultLog((fault) => faults.push(fault)), answerChecks(tools)])
    return { ...(await refused(() => own.run(callOf({}, LOCAL_CALLER)))), faults }
  }

  test('is logged in full, and the caller learns only that it happened', async () => {
    const error = new Error('a secret of the inside')
    const fail = () => {
      throw error
    }
    for (const run of [fail, async () => fail()]) {
      const { code, en, faults } = await told(run)
      expect([code, faults]).toEqual(['internal', [{ tool: 'own', error }]])
      expect(en).not.toContain('secret')
    }
  })

  test('of an answer that does not match names field and rule', async () => {
    const { code, faults } = await told(() => JSON.parse('{"ok":1}'))
    expect(code).toBe('internal')
    expect(faults).toMatchObject([{ tool: 'own', field: 'ok', rule: 'Expected boolean' }])
  })
})

describe('what a tool reports', () => {
  const tool = defineTool({
    ...OWN,
    policy: offline,
    body: t.Object({ steps: t.Number() }),
    result: t.Object({ steps: t.Number() }),
    event: t.Object({ step: t.Integer() }),
    async run({ body, report }) {
      for (let step = 1; step <= body.steps; step++) {
        report({ step: step * (body.steps === 1.5 ? 0.5 : 1) })
        await Bun.sleep(1)
      }
      return body
    },
  })

  test('is checked against its schema, with or without a listener', async () => {
    const own = prepared(tool, (tools) => [answerChecks(tools)])
    const heard: unknown[] = []
    const schemaError = async (more: Partial<Call>) => own.run(callOf({ steps: 1.5 }, LOCAL_CALLER, more))
    await expect(schemaError({})).rejects.toThrow('own reported an event that does not match its schema: step')
    await expect(schemaError({ report: (event) => heard.push(event) })).rejects.toThrow('reported an event')
    expect(heard).toEqual([])
  })
})

test('a second telling that does something else at the same time is left out, and ends nothing else', async () => {
  let runs = 0
  const { run } = prepared(
    defineTool({
      ...OWN,
      policy: publicHost('host'),
      body: t.Object({ host: t.String() }),
      result: t.Object({ isDone: t.Boolean() }),
      async run({ net }) {
        const turn = ++runs
        const beside = Bun.sleep(5).then(() => net.dns.found(`turn-${turn}.example`))
        if (turn === 2) net.dns.found('other.example')
        await beside
        return { isDone: true }
      },
    }),
  )
  const started = performance.now()
  expect(await run(callOf({ host: '127.0.0.1' }, PEER, { alsoIn: 'ko' }))).not.toHaveProperty('retold')
  expect([runs, performance.now() - started < 200]).toEqual([2, true])
  // Anything that nobody waits for would fail the test here.
  await Bun.sleep(20)
})

test('a wait is told in whole seconds, and what a clock cannot tell makes it no longer', () =>
  expect([1e-9, 1, 1000, 1000.0000001, 1000.01, 2999.9].map(secondsOf)).toEqual([1, 1, 1, 1, 2, 3]))
