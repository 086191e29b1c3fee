// The built-in catalogue of a checkout is judged before any request needs it: at a start, and by `doorstep check`.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCheckout } from '../../../support/process/checkout.ts'
import { BRAND } from '../../../support/router/catalogue-folder.ts'
import { plainEnvironment } from '../../../support/server.ts'

let checkout: ReturnType<typeof makeCheckout>
let brands: string
beforeAll(() => {
  checkout = makeCheckout()
  brands = readFileSync(pathOf('brands.json'), 'utf8')
})
afterAll(() => checkout[Symbol.dispose]())

const pathOf = (name: string) => join(checkout.folder, 'data', 'router', name)

/** Runs the program of the checkout as a user would, not as a test. */
function ran(...args: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, 'src/main.ts', ...args], {
    cwd: checkout.folder,
    env: { ...plainEnvironment(), DOORSTEP_TESTING: '' },
  })
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() }
}

describe('an entry that an operator might write, which leaves out what has a default', () => {
  /** The line on which the entry begins. */
  let line: number
  let entries: number
  beforeAll(() => {
    const head = brands.trimEnd().replace(/\n\]$/, '')
    line = head.split('\n').length + 1
    entries = JSON.parse(brands).length
    writeFileSync(pathOf('brands.json'), `${head},\n${JSON.stringify(BRAND, null, 2)}\n]\n`)
  })
  afterAll(() => writeFileSync(pathOf('brands.json'), brands))

  test.each([
    ['check', 2],
    ['serve', 1],
  ])('`doorstep %s` names the missing fields, with file, line and id', (verb, exitCode) => {
    const { code, out, err } = ran(verb, ...(verb === 'serve' ? ['--port', '0'] : []))
    expect([code, out]).toEqual([exitCode, ''])
    expect(err).toMatch(/^doorstep: \d+ mistakes in "[^"]*\/data\/router"\n/)
    expect(err).toContain(`\n  brands.json:${line}: [${entries}].hostnames is missing (acme-box)\n`)
  })
})

test('a copied entry, changed as CONTRIBUTING says, is valid and appears in answers', () => {
  const entries = JSON.parse(brands)
  const { models: _, ...like } = entries.find(({ id }: { id: string }) => id === 'tp-link-classic')
  const added = { ...like, id: 'zorbex', name: { en: 'Zorbex', ko: '조벡스' }, aliases: [], confidence: 'low' }
  try {
    writeFileSync(pathOf('brands.json'), JSON.stringify([...entries, added], null, 2))
    expect(ran('check')).toEqual({ code: 0, out: 'settings: ok\n', err: '' })
    const told = ran('port-forward-plan', '--use-case', 'minecraft', '--router-brand', 'Zorbex', '--lang', 'ko')
    expect(told.out).toContain('조벡스')
  } finally {
    writeFileSync(pathOf('brands.json'), brands)
  }
})

test('the built-in catalogue is valid', () => expect(ran('check')).toEqual({ code: 0, out: 'settings: ok\n', err: '' }))
