import { describe, expect, test } from 'bun:test'
import { basename, join } from 'node:path'
import { benchmarks } from '../../bench/run.ts'
import { readReport } from '../../bench/suite/wrk.ts'
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

// `npm run bench -- NAME`: which script runs, and what an unknown name is told.

test('the table in bench/README.md has a row for every script, with what it measures', () => {
  const scripts = [...new Bun.Glob('*.ts').scanSync(join(ROOT, 'bench'))].map((file) => basename(file, '.ts'))
  expect([...benchmarks().keys()]).toEqual(scripts.filter((name) => name !== 'run' && name !== 'goals').sort())
  expect([...benchmarks().values()].filter((measures) => measures.length < 20)).toEqual([])
})
