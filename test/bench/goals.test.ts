import { describe, expect, test } from 'bun:test'
import { curve } from '../../bench/suite/curve.ts'
import { GOALS, type Goal, goalText, judge } from '../../bench/suite/goals.ts'
import { figuresIn } from '../../bench/suite/others.ts'
import { goalTable, type Results, resultsText } from '../../bench/suite/results.ts'

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
