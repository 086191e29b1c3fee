// `npm run bench -- NAME`: which script runs, and what an unknown name is told.
import { expect, test } from 'bun:test'
import { basename, join } from 'node:path'
import { benchmarks, planOf } from '../../bench/run.ts'
import { ROOT } from '../support/server.ts'

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
