// The forms for issues are ones that GitHub accepts, and their links lead somewhere.
import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { ROOT } from '../support/server.ts'

const FOLDER = join(ROOT, '.github', 'ISSUE_TEMPLATE')
const FORMS = ['bug.yml', 'feature.yml', 'router-menu.yml', 'router-seen.yml']

/** A field of a form: docs.github.com, "Syntax for GitHub's form schema". */
interface Field {
  readonly type: string
  readonly id?: string
  readonly attributes: { readonly label?: string }
}

function formOf(file: string): { readonly body: readonly Field[] } {
  const document = parseDocument(readFileSync(join(FOLDER, file), 'utf8'), { strict: true, uniqueKeys: true })
  expect([file, document.errors, document.warnings]).toEqual([file, [], []])
  return document.toJS()
}

test.each(FORMS)('%s is a form, with ids and labels of its own', (file) => {
  const form = formOf(file)
  const fields = form.body.filter(({ type }) => type !== 'markdown')
  expect(fields.filter(({ type }) => !['input', 'textarea', 'dropdown'].includes(type))).toEqual([])
  for (const keys of [fields.map(({ id }) => id), fields.map(({ attributes }) => attributes.label)])
    expect(new Set(keys.filter(Boolean)).size).toBe(fields.length)
})

test('there are no other forms, and every link into the repository leads somewhere', () => {
  const files = [...new Bun.Glob('*').scanSync(FOLDER)].sort()
  expect(files).toEqual([...FORMS, 'config.yml'].sort())
  const links = files.flatMap((file) =>
    [...readFileSync(join(FOLDER, file), 'utf8').matchAll(/\.\.\/blob\/main\/([^)#\s]+)/g)].map(([, path = '']) => path),
  )
  expect(links).toContain('.github/SECURITY.md')
  expect(links.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
