import { describe, expect, test } from 'bun:test'
import { homeCommands } from '../../../../src/faces/cli/fields.ts'
import { actOn, inShell, lineOf, newsIn, runChild, type Surroundings, watch } from '../../../../src/faces/cli/watch.ts'
import { manifest } from '../../../../src/registry/manifest.gen.ts'
import { type NamedTool, toolsOf } from '../../../../src/registry/tools.ts'
import { PROGRAM } from '../../../support/executable.ts'
import { plainEnvironment } from '../../../support/server.ts'

const named = toolsOf(manifest).find(({ name }) => name === 'port-check')
const MINUTE_MS = 60_000

type Ended = { readonly code: number; readonly out: string; readonly err: string; readonly isOverdue: boolean }
const open: Ended = {
  code: 0,
  out: JSON.stringify({ headline: 'Open.', status: 'open', elapsedMs: 1 }),
  err: '',
  isOverdue: false,
}
const closed: Ended = { ...open, code: 1, out: JSON.stringify({ headline: 'Closed.', status: 'closed', elapsedMs: 2 }) }
const down: Ended = {
  code: 2,
  out: '',
  err: 'doorstep: warning: old data\ndoorstep: it cannot be asked\u001b[2J\n',
  isOverdue: false,
}

/** Watches a row of checks, then stops; returns what was done in order. */
async function watched(row: readonly Ended[], { isJson = false, locale = 'en' as const, readers = 99 } = {}) {
  if (!named) throw new Error('there is no port-check')
  const controller = new AbortController()
  const did: string[] = []
  let running = 0
  let at = 0
  let said = 0
  const around: Surroundings = {
    async check() {
      running++
      if (running > 1) throw new Error('two checks at once')
      await Bun.sleep(1)
      running--
      const ended = row[at++]
      if (!ended || at === row.length) controller.abort()
      if (!ended) throw new Error('one check too many')
      return ended
    },
    async act(json) {
      did.push(`act ${json}`)
    },
    say: (line) => did.push(`say ${line}`) > 0 && ++said < readers,
    complain: (line) => void did.push(`complain ${line}`),
    wait: async (ms) => void did.push(`wait ${ms / MINUTE_MS}`),
    now: () => new Date(Date.UTC(2026, 0, 1, 0, at)),
  }
  const outcome = await watch({ named, intervalMs: MINUTE_MS, isJson, locale }, around, controller.signal)
  return { outcome, did }
}

const LAST = open

describe('a watch', () => {
  test('says the first finding, then changes with their time, and hands over the second of a row', async () => {
    const { outcome, did } = await watched([open, open, closed, closed, closed, LAST])
    expect(outcome).toEqual({ code: 0, out: '', err: '' })
    expect(did.filter((one) => !one.startsWith('wait'))).toEqual([
      'say 2026-01-01T00:01:00Z  Open.\n',
      'say 2026-01-01T00:03:00Z  Closed.\n',
      `act ${closed.out}\n`,
    ])
  })

  test('prints one line of JSON a change for a script', async () => {
    const { did } = await watched([open, closed, LAST], { isJson: true })
    expect(did.filter((one) => one.startsWith('say'))).toEqual([`say ${open.out}\n`, `say ${closed.out}\n`])
  })

  test('ends with the reason if the first check fails, and later waits longer and longer', async () => {
    expect(await watched([down, LAST])).toEqual({ outcome: { code: 2, out: '', err: down.err }, did: [] })
    const { did } = await watched([open, down, down, down, open, LAST])
    expect(did).toEqual([
      'say 2026-01-01T00:01:00Z  Open.\n',
      'wait 1',
      'complain not checked at 2026-01-01T00:02:00Z: it cannot be asked [2J (next try in 1m)',
      ...['wait 1', 'wait 2', 'wait 4'],
      'say 2026-01-01T00:05:00Z  Open.\n',
      'wait 1',
    ])
  })

  test('comes again when the server says so', async () => {
    const busy = { ...down, out: JSON.stringify({ code: 'rate-limited', retryAfterS: 180 }) }
    const endless = { ...down, out: JSON.stringify({ code: 'rate-limited', retryAfterS: 1e12 }) }
    const { did } = await watched([open, busy, endless, LAST])
    expect(did.filter((one) => one.startsWith('wait'))).toEqual(['wait 1', 'wait 3', 'wait 60'])
  })

  test.each([
    ['hangs', { ...open, isOverdue: true }, 'no result after 300 seconds'],
    ['prints nothing', { ...open, out: '', code: 1 }, 'no result (exit status 1)'],
    ['prints no JSON', { ...open, out: '{', code: 0 }, 'no result (exit status 0)'],
  ])('says of a check that it %s', async (_, ended, why) => {
    const { did } = await watched([open, ended, LAST])
    expect(did.join('\n')).toContain(why)
  })

  test('ends when nobody reads it any more', async () => {
    const { outcome, did } = await watched([open, closed, open, LAST], { readers: 2 })
    expect(outcome.code).toBe(0)
    expect(did.filter((one) => one.startsWith('say'))).toHaveLength(2)
  })
})

describe('a watch of this machine', () => {
  const start = (args: readonly string[], before: readonly string[] = []) =>
    Bun.spawn([...before, ...PROGRAM, ...args], {
      env: { ...plainEnvironment(), LANG: 'C.UTF-8' },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })

  test('prints the finding at once, and a signal ends it well', async () => {
    const child = start(['ip-lookup', '8.8.8.8', '--watch', '30s', '--on-change', 'cat'])
    const reader = child.stdout.getReader()
    const { value } = await reader.read()
    expect(Buffer.from(value ?? []).toString()).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ {2}8\.8\.8\.8 belongs to the network of Google LLC\.\n$/,
    )
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    expect(await child.stderr.text()).toBe('doorstep: checks every 30s, and prints only what changes; Ctrl-C ends it\n')
  }, 30_000)

  test('takes words behind -- for words', async () => {
    const child = start(['ip-lookup', '--watch', '30s', '--', '8.8.8.8'])
    const { value } = await child.stdout.getReader().read()
    expect(Buffer.from(value ?? []).toString()).toContain('8.8.8.8 belongs to')
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  }, 30_000)

  test.each([
    ['ends with its terminal', [], 0],
    ['outlives it if it was started to, as nohup does', ['/bin/sh', '-c', 'trap "" HUP; exec "$@"', 'sh'], null],
  ] as const)(
    '%s',
    async (_, before, code) => {
      const child = start(['ip-lookup', '8.8.8.8', '--watch', '30s'], before)
      await child.stdout.getReader().read()
      child.kill('SIGHUP')
      expect(await Promise.race([child.exited, Bun.sleep(code === null ? 500 : 20_000).then(() => null)])).toBe(code)
      child.kill('SIGTERM')
      expect(await child.exited).toBe(0)
    },
    60_000,
  )

  test('ends like the check if the first one is refused', async () => {
    const child = start(['ip-lookup', '192.168.0.1', '--watch', '10m', '--json'])
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    expect([code, JSON.parse(out).code]).toEqual([2, 'target-not-public'])
    expect(err).toContain('doorstep: ')
  }, 30_000)
})

const tools = [...toolsOf(manifest), ...homeCommands()]
function tool(name: string): NamedTool {
  const named = tools.find((one) => one.name === name)
  if (!named) throw new Error(`there is no ${name}`)
  return named
}

const PORT = {
  tool: 'port-check',
  checkedAt: '2026-01-01T00:00:00Z',
  elapsedMs: 31,
  headline: 'Open.',
  ip: '203.0.113.7',
  status: 'open',
}

test.each([
  [
    'port-check',
    { ...PORT, latencyMs: 8 },
    { ...PORT, checkedAt: 'later', elapsedMs: 9, headline: '열려 있습니다.', latencyMs: 9 },
  ],
  [
    'dns-lookup',
    { status: 'noerror', values: ['192.0.2.1'], records: [{ ttl: 300 }] },
    { status: 'noerror', values: ['192.0.2.1'], records: [{ ttl: 20 }] },
  ],
  [
    'ip-lookup',
    { checkedAt: 'a', elapsedMs: 1, headline: 'x', asns: [] },
    { checkedAt: 'b', elapsedMs: 2, headline: 'y', asns: [] },
  ],
  ['ip', '203.0.113.7\n', '203.0.113.7\n'],
])('times, and what changes with every check, are not news: %s', (name, one, other) =>
  expect(newsIn(tool(name), one)).toBe(newsIn(tool(name), other)),
)

describe('what is', () => {
  test.each([
    ['port-check', PORT, { ...PORT, status: 'closed' }],
    ['port-check', PORT, { ...PORT, ip: '203.0.113.8' }],
    ['dns-lookup', { status: 'noerror', values: ['192.0.2.1'] }, { status: 'noerror', values: ['192.0.2.2'] }],
    ['reachability', { verdict: 'blocked', blockedAt: 'router' }, { verdict: 'blocked', blockedAt: 'port' }],
    ['home', { verdict: 'blocked', blockedAt: 'router' }, { verdict: 'blocked', blockedAt: 'firewall' }],
    ['home', { verdict: 'blocked', cause: 'no-rule' }, { verdict: 'blocked', cause: 'rule-elsewhere' }],
    ['home', { verdict: 'blocked', ip: '203.0.113.7' }, { verdict: 'blocked', ip: '203.0.113.8' }],
    ['ip-lookup', { asns: [] }, { asns: [{ asn: 1 }] }],
    ['ip', '203.0.113.7\n', '203.0.113.8\n'],
  ])('%s: %j', (name, one, other) => expect(newsIn(tool(name), one)).not.toBe(newsIn(tool(name), other)))

  test('of several places, what each of them says, or why it does not', () => {
    const view = (answer: object | null, error: string | null = null) => ({ url: 'https://a.example/', answer, error })
    const news = (...places: readonly unknown[]) => newsIn(tool('port-check'), { places, difference: 'same', headline: 'x' })
    const open = view(PORT)
    expect(news(open, open)).toBe(news(open, view({ ...PORT, elapsedMs: 5 })))
    expect(news(open, open)).not.toBe(news(open, view({ ...PORT, status: 'closed' })))
    expect(news(open, open)).not.toBe(news(open, view(null, 'down')))
    expect(news(null, 3)).toBe(news(null, 4))
  })
})

test('the line of a finding is its headline, cannot move the cursor, and has a bound', () => {
  expect([lineOf(PORT), lineOf('203.0.113.7\n')]).toEqual(['Open.', '203.0.113.7'])
  expect(lineOf({ headline: 'a\u001b[2Jb\nc\u202e' })).toBe('a [2Jb c ')
  expect(lineOf({ headline: 'x'.repeat(9999) })).toHaveLength(500)
  expect(lineOf({ ip: '203.0.113.7' })).toBe('{"ip":"203.0.113.7"}')
})

const NEVER = new AbortController().signal
const SOON_MS = 300
const run = (command: string, more: Partial<Parameters<typeof runChild>[0]> = {}) =>
  runChild({
    ...{ command: inShell(command), input: null, output: 'kept', environment: process.env, timeoutMs: 30_000, signal: NEVER },
    ...more,
  })

/** Waits until a process has ended. */
async function ended(pid: number): Promise<boolean> {
  expect(pid).toBeGreaterThan(1)
  for (let left = 100; left > 0; left--) {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    await Bun.sleep(20)
  }
  return false
}

describe('a child', () => {
  test('has its input, and its output and exit code are known', async () => {
    const all = await run('cat; echo oh >&2; exit 3', { input: '{"a":1}\n' })
    expect(all).toEqual({ code: 3, out: '{"a":1}\n', err: 'oh\n', isOverdue: false })
  })

  test('may ignore an input that is larger than a pipe', async () =>
    expect(await run('true', { input: 'x'.repeat(1 << 20) })).toMatchObject({ code: 0, isOverdue: false }))

  test('that hangs is ended with all that it has started', async () => {
    const { out, isOverdue } = await run('sleep 600 & echo $!; trap "" TERM; wait; sleep 600', { timeoutMs: SOON_MS })
    expect([isOverdue, await ended(Number(out))]).toEqual([true, true])
  }, 20_000)

  test('that had to end is not waited for by its output, which somebody who left its group may hold', async () => {
    const own = "Bun.spawn([process.execPath, '-e', 'setTimeout(() => {}, 8000)'], { detached: true, stdout: 'inherit' })"
    const command = [process.execPath, '-e', `${own}; console.log('left'); setTimeout(() => {}, 30_000)`]
    const began = performance.now()
    expect(await run('', { command, timeoutMs: 1000 })).toMatchObject({ isOverdue: true })
    expect(performance.now() - began).toBeLessThan(6000)
  }, 20_000)

  test('ends with the watch', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), SOON_MS)
    const { out } = await run('sleep 600 & echo $!; wait', { signal: controller.signal })
    expect(await ended(Number(out))).toBe(true)
    const started = performance.now()
    await run('sleep 600', { signal: AbortSignal.abort() })
    expect(performance.now() - started).toBeLessThan(20_000)
  }, 40_000)
})

describe('the command of --on-change', () => {
  const acting = {
    json: '{"headline":"$(touch x); `id`"}\n',
    isJson: true,
    environment: process.env,
    locale: 'en',
    signal: NEVER,
  } as const

  test('gets the JSON on standard input, and nothing of it is a part of the command', async () => {
    const path = `${process.env.TMPDIR ?? '/tmp'}/doorstep-watch-${process.pid}`
    await actOn({ ...acting, onChange: `cat > ${path}` })
    expect(await Bun.file(path).text()).toBe(acting.json)
    await Bun.file(path).delete()
  })

  test('is ended if it hangs', async () => {
    const started = performance.now()
    await actOn({ ...acting, onChange: 'sleep 600' }, SOON_MS)
    expect(performance.now() - started).toBeLessThan(20_000)
  }, 30_000)
})
