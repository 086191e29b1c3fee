import { describe, expect, test } from 'bun:test'
import { type Surroundings, watch } from '../../../../../src/faces/cli/watch/watch.ts'
import { manifest } from '../../../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../../../src/registry/tools.ts'
import { PROGRAM } from '../../../../support/executable.ts'
import { plainEnvironment } from '../../../../support/server.ts'

const named = toolsOf(manifest).find(({ name }) => name === 'port-check')
const MINUTE_MS = 60_000

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly isOverdue: boolean
}
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
    const first = await watched([down, LAST])
    expect(first).toEqual({ outcome: { code: 2, out: '', err: down.err }, did: [] })
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
