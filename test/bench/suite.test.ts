import { describe, expect, test } from 'bun:test'
import { coresIn, isDisturbed, othersShare } from '../../bench/suite/machine.ts'
import { Children, cpuBetween, cpuByProcess, cpuTimes, family } from '../../bench/suite/processes.ts'
import { readReport } from '../../bench/suite/wrk.ts'
import { isRunning } from '../support/process/processes.ts'

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
