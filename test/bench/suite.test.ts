import { describe, expect, test } from 'bun:test'
import { basename, join } from 'node:path'
import { benchmarks, planOf } from '../../bench/run.ts'
import { curve } from '../../bench/suite/curve.ts'
import { GOALS, type Goal, goalText, judge } from '../../bench/suite/goals.ts'
import { coresIn, isDisturbed, othersShare } from '../../bench/suite/machine.ts'
import { figuresIn } from '../../bench/suite/others.ts'
import { Children, cpuBetween, cpuByProcess, cpuTimes, family } from '../../bench/suite/processes.ts'
import { goalTable, type Results, resultsText } from '../../bench/suite/results.ts'
import { readReport } from '../../bench/suite/wrk.ts'
import { isRunning } from '../support/process/processes.ts'
import { ROOT } from '../support/server.ts'

const REPORT = `Running 2s test @ http://127.0.0.1:8080/api/ip
  1 threads and 50 connections
  283194 requests in 2.10s, 40.01MB read
Requests/sec: 134854.29
Transfer/sec:     19.05MB
`

describe('what wrk reports', () => {
  test('is how many requests, in what time', () => {
    expect(readReport(REPORT)).toEqual({ requests: 283_194, seconds: 2.1 })
    expect(readReport(REPORT.replace('2.10s', '1.50m')).seconds).toBe(90)
    expect(readReport(REPORT.replace('2.10s', '800.00ms')).seconds).toBeCloseTo(0.8)
  })

  test('is refused if requests failed, or if there is no report', () => {
    expect(() => readReport(`${REPORT}  Non-2xx or 3xx responses: 7\n`)).toThrow('Non-2xx or 3xx responses: 7')
    expect(() => readReport(`${REPORT}  Socket errors: connect 0, read 3, write 0, timeout 0\n`)).toThrow('read 3')
    expect(() => readReport('unable to connect')).toThrow('wrk reports nothing')
  })
})

test('a list of cores is read as the kernel writes it', () =>
  expect([coresIn('0-3,8'), coresIn('5'), coresIn('')]).toEqual([[0, 1, 2, 3, 8], [5], []]))

test('what others take is what is busy and not ours', () => {
  const share = othersShare({ all: 1000, busy: 500, own: 100 }, { all: 2000, busy: 1100, own: 600 })
  expect(share).toBeCloseTo(0.1)
  expect([isDisturbed(share), isDisturbed(0.01)]).toEqual([true, false])
  // Time is counted in ticks here and there, so what is ours may seem more than all.
  expect(othersShare({ all: 0, busy: 0, own: 0 }, { all: 100, busy: 50, own: 51 })).toBe(0)
})

test('processor time by process is that of all its threads', () => {
  const before = new Map([
    ['7/7', 1000],
    ['7/8', 0],
    ['9/9', 5000],
  ])
  const after = new Map([
    ['7/7', 3000],
    ['7/8', 4000],
    ['9/9', 6000],
    ['9/10', 1000],
  ])
  expect([cpuByProcess(before, after), cpuBetween(before, after)]).toEqual([[6, 2], 8])
})

describe('processes', () => {
  test('processor time counts what children do, and only from one reading to the next', async () => {
    await using children = new Children()
    const pid = children.start(['sh', '-c', 'sh -c "while :; do :; done" & while :; do :; done'])
    while (family(pid).length < 2) await Bun.sleep(5)
    const before = cpuTimes(pid)
    await Bun.sleep(100)
    const after = cpuTimes(pid)
    expect(before.size).toBeGreaterThanOrEqual(2)
    expect(cpuBetween(before, after)).toBeGreaterThan(0)
    expect(cpuBetween(after, after)).toBe(0)
  })

  test('all end together, also children of children that do not listen', async () => {
    const children = new Children()
    const pid = children.start(['sh', '-c', 'trap "" TERM; sh -c "trap : TERM; while :; do sleep 1; done" & wait; sleep 60'])
    while (family(pid).length < 2) await Bun.sleep(5)
    const members = family(pid)
    await children[Symbol.asyncDispose]()
    // A signal is sent at once, and takes effect when the kernel gets to it.
    while (members.some(isRunning)) await Bun.sleep(5)
  })

  test('nothing is started once a measurement is over', async () => {
    const children = new Children()
    await children.close()
    expect(() => children.start(['sleep', '60'])).toThrow('the measurement is over')
    expect(children.run(['sleep', '60'], { timeoutMs: 1000 })).rejects.toThrow('the measurement is over')
  })

  test('a program that takes too long is ended, and that is an error', async () => {
    await using children = new Children()
    expect(children.run(['sleep', '60'], { timeoutMs: 50 })).rejects.toThrow('sleep 60 did not end within 0.05 s')
    expect((await children.run(['sh', '-c', 'echo out; echo err >&2; exit 3'], { timeoutMs: 20_000 })).exitCode).toBe(3)
  })

  test('a program is asked line by line, and one that has ended says so', async () => {
    await using children = new Children()
    const ask = children.converse(['sh', '-c', 'read line; echo "got $line"'], { timeoutMs: 20_000 })
    expect(await ask('one')).toBe('got one')
    expect(ask('two')).rejects.toThrow('has ended')
  })
})

const MOST: Goal = { what: 'CPU', unit: 'times', bound: 'at most', value: 1.4, aim: 1.25 }
const LEAST: Goal = { what: 'lookups', unit: 'times', bound: 'at least', value: 3 }

const RESULTS: Results = {
  date: '2026-11-22 12:00',
  machine: 'A processor, 2 cores, 8 GiB, Linux 6',
  others: 0.01,
  isQuick: false,
  versions: [['Bun', '1.4.5']],
  sections: [{ title: 'Requests', text: 'a table', reached: { 'ip-nginx': 1.3 } }],
  skipped: [{ name: 'dns', why: 'dnsmasq: apt-get install dnsmasq-base' }],
  seconds: 300.4,
}

describe('a goal', () => {
  test('is met up to its bound and not beyond, in either direction', () => {
    expect(judge(MOST, 1.4)).toEqual({ reached: '1.40 times', verdict: 'met' })
    expect(judge(MOST, 1.54)).toEqual({ reached: '1.54 times', verdict: 'missed by 0.14 times (10 %)' })
    expect(judge(LEAST, 3)).toEqual({ reached: '3.00 times', verdict: 'met' })
    expect(judge(LEAST, 1.5)).toEqual({ reached: '1.50 times', verdict: 'missed by 1.50 times (50 %)' })
  })

  test('that is met may also meet its aim', () =>
    expect([judge(MOST, 1.25).verdict, judge(MOST, 1.26).verdict]).toEqual(['met, also the aim', 'met']))

  test('that was not measured is neither met nor missed', () => {
    expect(judge(MOST, undefined)).toEqual({ reached: '', verdict: 'not measured' })
    expect(judge(MOST, Number.NaN).verdict).toBe('not measured')
  })

  test('of a difference is met where there is no difference at all', () => {
    expect(judge({ what: 'log', unit: 'µs', bound: 'at most', value: 0.5 }, -0.2)).toEqual({
      reached: '-0.20 µs',
      verdict: 'met',
    })
  })

  test('is shown with its aim', () =>
    expect([goalText(MOST), goalText(LEAST)]).toEqual(['at most 1.4 times (aim 1.25)', 'at least 3 times']))
})

describe('results', () => {
  test('the table has a row for every goal, measured or not', () => {
    const rows = goalTable({ 'ip-nginx': 1.3 }).split('\n').slice(2)
    expect(rows).toHaveLength(Object.keys(GOALS).length)
    expect(rows[0]).toBe(
      '| `/api/ip`, CPU per request, against nginx `return 200 $remote_addr` | at most 1.4 times (aim 1.25) | 1.30 times | met |',
    )
    expect(rows.filter((row) => row.endsWith('| not measured |'))).toHaveLength(rows.length - 1)
  })

  test('say what was not measured and why, and which commands measure the rest', () => {
    const text = resultsText(RESULTS)
    expect(text).toContain('- dns: dnsmasq: apt-get install dnsmasq-base')
    expect(text).toContain('`npm run bench -- soak`')
    expect(text).toContain('| Bun | 1.4.5 |')
  })

  test('of a busy machine or of a quick run are marked as such, and others are not', () => {
    expect(resultsText(RESULTS)).not.toMatch(/\*\*(Other work|A quick run)/)
    expect(resultsText({ ...RESULTS, others: 0.4 })).toContain('**Other work took 40 % of this machine meanwhile.**')
    expect(resultsText({ ...RESULTS, isQuick: true })).toContain('**A quick run**')
  })
})

describe('figures in what other scripts print', () => {
  test('are found by their pattern; what is not there is not measured', () => {
    const figures = { dns: /as the runtime: ([\d.]+)/, start: /([\d.]+) ms/ }
    expect(figuresIn('times as long as the runtime: 1.84 (median)', figures)).toEqual({ dns: 1.84 })
  })

  test('of which there are several count by the largest', () => {
    expect(figuresIn('ping  1.5\nssl-check  10.25\nport-check  -0.3\n', { 'tools-median': /^\S+ +(-?[\d.]+)$/gm })).toEqual({
      'tools-median': 10.25,
    })
  })

  test('may have thousands', () => expect(figuresIn('1,234.5 ms', { start: /([\d,.]+) ms/ })).toEqual({ start: 1234.5 }))
})

test('a curve has a bar for each value, all to the same scale, and names each line once', () => {
  const points = [
    { label: '1', value: 20 },
    { label: '5,000', value: 10 },
  ]
  const bars = curve(
    [
      { name: 'doorstep', points },
      { name: 'bare', points: [{ label: '1', value: 40 }] },
    ],
    'µs',
  ).split('\n')
  expect(bars.map((bar) => bar.replace(/#+/, (all) => String(all.length)))).toEqual([
    'doorstep      1 25 20.0 µs',
    '          5,000 13 10.0 µs',
    'bare          1 50 40.0 µs',
  ])
})

// `npm run bench -- NAME`: which script runs, and what an unknown name is told.

/** Returns the commands by the names of their scripts, with what follows. */
const shown = (args: readonly string[]) => {
  const plan = planOf(args)
  if (typeof plan === 'string') return plan
  return plan.map(([, script = '', ...rest]) => [basename(script), ...rest].join(' '))
}

test('the table in bench/README.md has a row for every script, with what it measures', () => {
  const scripts = [...new Bun.Glob('*.ts').scanSync(join(ROOT, 'bench'))].map((file) => basename(file, '.ts'))
  expect([...benchmarks().keys()]).toEqual(scripts.filter((name) => name !== 'run' && name !== 'goals').sort())
  expect([...benchmarks().values()].filter((measures) => measures.length < 20)).toEqual([])
})

test('without a name, everything with a goal runs, with its options', () => {
  expect(shown([])).toEqual(['build.ts --if-stale', 'goals.ts'])
  expect(shown(['--quick', '--only', 'dns'])).toEqual(['build.ts --if-stale', 'goals.ts --quick --only dns'])
})

test('with a name, that benchmark runs; the executable is built if it is measured', () => {
  expect(shown(['soak', '--requests', '10'])).toEqual(['build.ts --if-stale', 'soak.ts --requests 10'])
  expect(shown(['dns', '3'])).toEqual(['dns.ts 3'])
})

test('an unknown name lists the names, each with a line', () => {
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, join(ROOT, 'bench', 'run.ts'), 'speed'], { stderr: 'pipe' })
  expect(exitCode).toBe(2)
  const [first, ...lines] = stderr.toString().trimEnd().split('\n')
  expect([first, lines.length]).toEqual(['bench: speed is not a benchmark. These are:', benchmarks().size])
  expect(lines[1]).toBe('  cli         commands of the command line from exec to exit')
})
