import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldsOf } from '../../../../src/faces/cli/fields.ts'
import { manifest } from '../../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../../src/registry/tools.ts'
import { ROWS } from '../../../../src/settings/options.ts'
import { labTest } from '../../../support/lab.ts'
import { runLine } from '../../../support/process/command-line.ts'
import { sharedFolder } from '../../../support/shared.ts'

const folder = sharedFolder('man')

test('no line of the manual is mistaken for a request', async () => {
  const { out } = await runLine(['man'])
  const requests = out.split('\n').filter((line) => /^[.']/.test(line))
  expect(requests.filter((line) => !/^\.(TH|SH|SS|TP|PP|EX|EE|B)\b/.test(line))).toEqual([])
})

test('the manual in Korean has every setting and tool, in Korean', async () => {
  const { out } = await runLine(['man', '--lang', 'ko'])
  expect(out).toContain('\n.SH 이름\n')
  for (const { tool } of toolsOf(manifest)) expect(out).toContain(tool.text.say('ko', 'summary', {}).slice(0, 12))
  for (const { flag } of ROWS) expect(out.replaceAll('\\-', '-')).toContain(`--${flag} `)
  const meanings = out.split('\n').filter((_, index, lines) => lines[index - 2] === '.TP')
  expect(meanings.filter((line) => !/\p{Script=Hangul}/u.test(line))).toEqual([])
})

// The parts of groff that man runs.
const NEEDS = { programs: ['man', 'preconv', 'tbl', 'groff', 'troff', 'grotty', 'nroff', 'locale', 'col'] }

labTest('man renders the manual without a warning, with every tool, field and setting', NEEDS, async () => {
  const page = join(folder, 'doorstep.1')
  writeFileSync(page, (await runLine(['man'])).out)
  const env = { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '400', MANPAGER: 'cat', MANROFFOPT: '', MANOPT: '' }
  const { stdout, stderr, exitCode } = Bun.spawnSync(['man', '--warnings', '-l', page], { env })
  expect([exitCode, stderr.toString()]).toEqual([0, ''])
  const text = Bun.stripANSI(stdout.toString())
  for (const named of toolsOf(manifest)) {
    expect(text).toContain(`${named.tool.text.say('en', 'summary', {})}.`)
    for (const { flag } of fieldsOf(named)) expect(text).toContain(`--${flag} `)
  }
  for (const { flag, placeholder } of ROWS) expect(text).toContain(`--${flag} ${placeholder}`)
  expect(text).toContain('doorstep port-forward-plan --use-case minecraft-java')
})
