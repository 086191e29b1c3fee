// The kit that tools and plug-ins are defined with: few names, each with an example.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as kit from '../../src/tool.ts'
import { ROOT } from '../support/server.ts'

const NAMES_MAX = 32
/** The schema library has documentation of its own, the version explains itself, and isTool is for the registry. */
const WITHOUT_EXAMPLE = ['t', 'KIT_VERSION', 'isTool']

const source = ['src/tool.ts', ...new Bun.Glob('src/{contract,policy}/*.ts').scanSync(ROOT)]
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .join('\n')

test('the kit has few names', () => {
  expect(Object.keys(kit).length).toBeLessThanOrEqual(NAMES_MAX)
  expect(kit.KIT_VERSION).toMatch(/^\d+\.\d+$/)
})

test.each(Object.keys(kit).filter((name) => !WITHOUT_EXAMPLE.includes(name)))('%s has an example', (name) => {
  const declared = new RegExp(`(/\\*\\*(?:(?!\\*/)[^])*\\*/)\\nexport (?:function|const) ${name}\\b`).exec(source)
  expect(declared?.[1]).toContain('@example')
})
