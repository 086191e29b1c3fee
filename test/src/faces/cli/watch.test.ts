import { describe, expect, test } from 'bun:test'
import { inShell, runChild } from '../../../../src/faces/cli/child.ts'
import { ToolLine } from '../../../../src/faces/cli/tool-line.ts'
import { actOn, type Checked, findingLine, NOTHING_YET, newsIn, readCheck, stepAfter } from '../../../../src/faces/cli/watch.ts'
import { PROGRAM } from '../../../support/executable.ts'
import { startPlace } from '../../../support/hostile/places.ts'
import { runLine } from '../../../support/process/command-line.ts'
import { namedTool } from '../../../support/process/named-tool.ts'
import { plainEnvironment } from '../../../support/server.ts'

const INTERVAL = 100
const found = (news: string): Checked => ({ news })
const failed = (failure = 'down', retryAfterMs = 0): Checked => ({ failure, retryAfterMs })

/** Returns what each check of a row leads to: "say" and "act", and the waits. */
function watched(row: readonly Checked[]) {
  let memory = NOTHING_YET
  return row.map((checked) => {
    const step = stepAfter(memory, checked, INTERVAL)
    memory = step.memory
    return { does: `${step.isNews ? 'say' : ''}${step.hasChanged ? '+act' : ''}`, waitMs: step.waitMs }
  })
}

describe('what is said, and when the command runs', () => {
  const [A, B, C, F] = [found('a'), found('b'), found('c'), failed()]
  test.each([
    ['the first finding is said, and is not a change', [A, A, A], ['say', '', '']],
    ['a change is said at once, and counts when it is seen again', [A, B, B, B], ['say', 'say', '+act', '']],
    ['chance does not count, nor does it twice', [A, B, A, B, A, A], ['say', 'say', 'say', 'say', 'say', '']],
    ['a row of different findings ends with the one that stays', [A, B, C, C], ['say', 'say', 'say', '+act']],
    ['back is a change as well', [A, B, B, A, A], ['say', 'say', '+act', 'say', '+act']],
    ['a failure is said once, and is not a finding', [A, F, F, A, A], ['say', 'say', '', 'say', '']],
    ['findings with a failure between them are in a row', [A, B, F, B], ['say', 'say', 'say', 'say+act']],
    ['another failure is said', [A, F, failed('other'), F], ['say', 'say', 'say', 'say']],
    ['a finding with the words of a failure is another', [found('x'), failed('x'), found('x')], ['say', 'say', 'say']],
  ] as const)('%s', (_, row, does) => expect(watched(row).map((step) => step.does)).toEqual([...does]))

  const BUSY = [A, failed('busy', 5000), failed('busy', 50)]
  test.each([
    ['failures back off to eight intervals, and a finding ends that', [A, F, F, F, F, F, A, F], [1, 1, 2, 4, 8, 8, 1, 1]],
    ['a server that says when to come again is not asked earlier', BUSY, [1, 50, 2]],
  ])('%s', (_, row, waits) => expect(watched(row).map(({ waitMs }) => waitMs / INTERVAL)).toEqual(waits))
})

test.each([
  ['hangs', { isOverdue: true }, { failure: 'no result after 300 seconds', retryAfterMs: 0 }],
  ['prints nothing', { out: '', code: 1 }, { failure: 'no result (exit status 1)' }],
  ['prints no JSON', { out: '{' }, { failure: 'no result (exit status 0)' }],
  ['complains', { code: 2, err: 'doorstep: warning: old data\ndoorstep: it\u001b[2J failed\n' }, { failure: 'it [2J failed' }],
  ['is told to wait', { code: 2, out: '{"retryAfterS":180}' }, { retryAfterMs: 180_000 }],
  ['is told to wait for ever', { code: 2, out: '{"retryAfterS":1e12}' }, { retryAfterMs: 3_600_000 }],
  ['finds something bad', { code: 1 }, { answer: { status: 'open' } }],
])('a check that %s', (_, ended, read) => {
  const all = { code: 0, out: '{"status":"open"}', err: '', isOverdue: false, ...ended }
  expect(readCheck(namedTool('port-check'), all, 'en')).toMatchObject(read)
})

describe('a line', () => {
  test.each([
    [['8080'], null],
    [['8080', '--watch', '10m'], { rest: ['8080'], intervalMs: 600_000, onChange: null }],
    [['--watch=30s', '8080', '--json'], { rest: ['8080', '--json'], intervalMs: 30_000, onChange: null }],
    [['--on-change', 'mail x', '8080', '--watch', '24h'], { rest: ['8080'], intervalMs: 86_400_000, onChange: 'mail x' }],
    [['--watch', '1h', '--on-change=- -x'], { rest: [], intervalMs: 3_600_000, onChange: '- -x' }],
    [['--watch', '1h', '--watch', '2h'], { rest: [], intervalMs: 7_200_000, onChange: null }],
    [['--watch', '1h', '--', '--watch'], { rest: ['--', '--watch'], intervalMs: 3_600_000, onChange: null }],
    [['--', '--watch', '1h'], null],
  ] as const)('%j', (args, read) => expect(new ToolLine(namedTool('port-check'), args, {}).watching()).toEqual(read))

  const ASKED = ['ip-lookup', '8.8.8.8']
  test.each([
    [[...ASKED, '--watch'], '--watch needs a value'],
    [[...ASKED, '--watch', '29s'], '--watch: "29s" is not a length of time between 30s and 24h, such as 10m'],
    [[...ASKED, '--watch', '25h', '--lang', 'ko'], '10m처럼 30s부터 24h까지'],
    [[...ASKED, '--on-change', 'true'], '--on-change needs --watch TIME'],
    [[...ASKED, '--watch', '10m', '--on-change', ' '], '--on-change needs a command of the shell'],
    [['open', '25565', '--watch', '10m'], 'unknown flag --watch'],
    [[...ASKED, '--watch', '10m', '--link'], '--link does not work with --watch'],
    [['serve', '--watch', '10m'], 'unknown flag --watch'],
  ])('%j says what to write instead', async (args, why) =>
    expect(await runLine(args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(why) }),
  )

  test('with --help is that help', async () =>
    expect((await runLine(['ping', '--watch', '10m', '--help'])).out).toContain('Usage: doorstep ping HOST'))
})

describe('a watch', () => {
  const start = (args: readonly string[], before: readonly string[] = []) =>
    Bun.spawn([...before, ...PROGRAM, ...args], {
      // Thirty seconds are a third of one.
      env: { ...plainEnvironment(), LANG: 'C.UTF-8', DOORSTEP_TESTING: 'patience=0.01' },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })

  test('says the first finding and what changes, hands over the second of a row, and goes on past failures until a signal', async () => {
    const rows = ['open', 'open', 'closed', 'closed', 'fail', 'closed']
    const found = { tool: 'port-check', ip: '127.0.0.1' }
    const answer = (status: string) => ({ ...found, status, good: status === 'open', headline: `It is ${status}.` })
    const problem = { title: 'Busy', detail: 'later', code: 'overloaded', status: 503 }
    let at = 0
    await using place = startPlace(() => {
      const row = rows[Math.min(at++, rows.length - 1)] ?? ''
      return row === 'fail' ? Response.json(problem, { status: 503 }) : Response.json(answer(row))
    })
    const child = start(['port-check', '80', '--server', place.url, '--watch', '30s', '--on-change', 'cat'])
    let text = ''
    for await (const chunk of child.stdout) {
      text += Buffer.from(chunk).toString()
      if ((text.match(/closed\.\n/g)?.length ?? 0) > 1) break
    }
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    expect(text.replaceAll(/\d{4}-\S+Z/g, 'T')).toBe(
      `T  It is open.\nT  It is closed.\n${JSON.stringify(answer('closed'))}\nT  It is closed.\n`,
    )
    expect((await child.stderr.text()).replace(/\d{4}-\S+Z/, 'T')).toBe(
      'doorstep: checks every 30s, and prints only what changes; Ctrl-C ends it\ndoorstep: not checked at T: Busy: later (next try in 30s)\n',
    )
  }, 60_000)

  test('takes words behind -- for words, and ends with its terminal', async () => {
    const child = start(['ip-lookup', '--watch', '30s', '--json', '--', '8.8.8.8'])
    const { value } = await child.stdout.getReader().read()
    expect(JSON.parse(Buffer.from(value ?? []).toString())).toMatchObject({ ip: '8.8.8.8' })
    child.kill('SIGHUP')
    expect(await child.exited).toBe(0)
  }, 30_000)

  test('outlives its terminal if it was started to, as nohup does', async () => {
    const child = start(['ip-lookup', '8.8.8.8', '--watch', '30s'], ['/bin/sh', '-c', 'trap "" HUP; exec "$@"', 'sh'])
    await child.stdout.getReader().read()
    child.kill('SIGHUP')
    expect(await Promise.race([child.exited, Bun.sleep(500).then(() => 'runs')])).toBe('runs')
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  }, 30_000)

  test('ends like the check if the first one is refused', async () => {
    const child = start(['ip-lookup', '192.168.0.1', '--watch', '10m', '--json'])
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    expect([code, JSON.parse(out).code, err.includes('doorstep: ')]).toEqual([2, 'target-not-public', true])
  }, 30_000)
})

const TIMES = { checkedAt: '2026-01-01T00:00:00Z', elapsedMs: 31 }
const PORT = { tool: 'port-check', ...TIMES, headline: 'Open.', ip: '203.0.113.7', status: 'open' }
const LATER = { ...PORT, checkedAt: 'later', elapsedMs: 9, headline: '열려 있습니다.', latencyMs: 9 }

describe('news', () => {
  const records = (ttl: number, ...values: string[]) => ({ status: 'noerror', values, records: [{ ttl }] })
  test.each([
    ['port-check', { ...PORT, latencyMs: 8 }, LATER, false],
    ['dns-lookup', records(300, '192.0.2.1'), records(20, '192.0.2.1'), false],
    ['ip', '203.0.113.7\n', '203.0.113.7\n', false],
    ['port-check', PORT, { ...PORT, status: 'closed' }, true],
    ['port-check', PORT, { ...PORT, ip: '203.0.113.8' }, true],
    ['dns-lookup', records(300, '192.0.2.1'), records(300, '192.0.2.2'), true],
    ['reachability', { verdict: 'blocked', blockedAt: 'router' }, { verdict: 'blocked', blockedAt: 'port' }, true],
    ['home', { verdict: 'blocked', cause: 'no-rule' }, { verdict: 'blocked', cause: 'rule-elsewhere' }, true],
    ['home', { verdict: 'blocked', ip: '203.0.113.7' }, { verdict: 'blocked', ip: '203.0.113.8' }, true],
    ['ip-lookup', { checkedAt: 'a', asns: [] }, { checkedAt: 'b', asns: [{ asn: 1 }] }, true],
    ['ip', '203.0.113.7\n', '203.0.113.8\n', true],
  ])('%s: %j, then %j: %p', (name, one, other, isNews) =>
    expect(newsIn(namedTool(name), one) !== newsIn(namedTool(name), other)).toBe(isNews),
  )

  test('of several places are what each of them says, or why it does not', () => {
    const view = (answer: object | null, error: string | null = null) => ({ url: 'https://a.example/', answer, error })
    const news = (...places: readonly unknown[]) => newsIn(namedTool('port-check'), { places, difference: 'same', headline: 'x' })
    const open = view(PORT)
    expect(news(open, open)).toBe(news(open, view(LATER)))
    expect(news(open, open)).not.toBe(news(open, view({ ...PORT, status: 'closed' })))
    expect(news(open, open)).not.toBe(news(open, view(null, 'down')))
    expect(news(null, 3)).toBe(news(null, 4))
  })

  test('in a line are the headline, cannot move the cursor, and have a bound', () => {
    const lines = [PORT, '203.0.113.7\n', { ip: '203.0.113.7' }].map(findingLine)
    expect(lines).toEqual(['Open.', '203.0.113.7', '{"ip":"203.0.113.7"}'])
    expect(findingLine({ headline: 'a\u001b[2Jb\nc\u202e' })).toBe('a [2Jb c ')
    expect(findingLine({ headline: 'x'.repeat(9999) })).toHaveLength(500)
  })
})

const NEVER = new AbortController().signal
const SOON_MS = 300
const USUAL = { input: null, output: 'kept', environment: process.env, timeoutMs: 30_000, signal: NEVER } as const
const run = (command: string, more: Partial<Parameters<typeof runChild>[0]> = {}) =>
  runChild({ command: inShell(command), ...USUAL, ...more })

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
  test('has its input, which it may ignore, and its output and exit code are known', async () => {
    const all = await run('cat; echo oh >&2; exit 3', { input: '{"a":1}\n' })
    expect(all).toEqual({ code: 3, out: '{"a":1}\n', err: 'oh\n', isOverdue: false })
    expect(await run('true', { input: 'x'.repeat(1 << 20) })).toMatchObject({ code: 0, isOverdue: false })
  })

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
    const { out } = await run('sleep 600 & echo $!; wait', { signal: AbortSignal.timeout(SOON_MS) })
    expect(await ended(Number(out))).toBe(true)
  }, 40_000)
})

describe('the command of --on-change', () => {
  const json = '{"headline":"$(touch x); `id`"}\n'
  const acting = { isJson: true, environment: process.env, locale: 'en', signal: NEVER } as const

  test('gets the JSON on standard input, and nothing of it is a part of the command', async () => {
    const path = `${process.env.TMPDIR ?? '/tmp'}/doorstep-watch-${process.pid}`
    await actOn(`cat > ${path}`, json, acting)
    expect(await Bun.file(path).text()).toBe(json)
    await Bun.file(path).delete()
  })

  test('is ended if it hangs', async () => {
    const started = performance.now()
    await actOn('sleep 600', json, acting, SOON_MS)
    expect(performance.now() - started).toBeLessThan(20_000)
  }, 30_000)
})
