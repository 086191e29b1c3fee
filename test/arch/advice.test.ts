// Advice that must not appear in any text.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/server.ts'

const OURS = ['*.md', '{src,tools,data,docs,deploy,bench}/**/*.{ts,md,json,yml,yaml,service,sh}', '{.ci,.github,.githooks}/**/*']
/** The program, and the notation of its argument. */
const FILE_CAPABILITIES = /\bsetcap\b|\bcap_\w+[+=][eip]/i

test('no text advises giving the file capabilities: with them, its runtime would run any local user’s script', () => {
  const files = OURS.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: ROOT, dot: true })])
  for (const known of ['README.md', '.ci/run', '.github/CONTRIBUTING.md', 'src/diagnostics/path/ping.ts', 'data/README.md'])
    expect(files).toContain(known)
  expect(files.filter((file) => FILE_CAPABILITIES.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})

/** Texts that name the fields of a request, since they explain why it is refused; advice to people does not name them. */
const REFUSALS = ['src/router/plan/plan.text.ts', 'src/router/login/input.text.ts']
const FIELDS = /\b(?:routerWanIp|internalIp|routerBrand|useCase|connectionState)\b/

test('no advice for people names a field of a request', () => {
  const files = [...new Bun.Glob('src/{advice,router,reachability}/**/*.text.ts').scanSync({ cwd: ROOT })]
  expect(files).toContain('src/advice/advice.text.ts')
  const said = files
    .filter((file) => !REFUSALS.includes(file))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .filter((line) => /['"].* .*['"]/.test(line)),
    )
    // A slot is filled before anybody reads it.
    .map((line) => line.replace(/\{\w+\}/g, '').replace(/^\s*'?[\w.-]+'?:/, ''))
  expect(said.filter((line) => FIELDS.test(line))).toEqual([])
  expect(FIELDS.test('add it to this check as routerWanIp.')).toBe(true)
})
