// The forms for issues are ones that GitHub accepts, and their links lead somewhere.
import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseDocument } from 'yaml'
import { ROOT } from '../support/server.ts'

const FOLDER = join(ROOT, '.github', 'ISSUE_TEMPLATE')
const FORMS = ['bug.yml', 'feature.yml', 'router-menu.yml', 'router-seen.yml']
const CLOSED = { additionalProperties: false }

/** As far as we use them: docs.github.com, "Syntax for GitHub's form schema". */
const validations = t.Optional(t.Object({ required: t.Boolean() }, CLOSED))
const id = t.String({ pattern: '^[a-zA-Z0-9_-]+$' })
const words = { label: t.String({ minLength: 1 }), description: t.Optional(t.String()) }
const FORM = t.Object(
  {
    name: t.String({ minLength: 1 }),
    description: t.String({ minLength: 1 }),
    labels: t.Array(t.String()),
    body: t.Array(
      t.Union([
        t.Object({ type: t.Literal('markdown'), attributes: t.Object({ value: t.String() }, CLOSED) }, CLOSED),
        t.Object(
          {
            type: t.Literal('input'),
            id,
            attributes: t.Object({ ...words, placeholder: t.Optional(t.String()) }, CLOSED),
            validations,
          },
          CLOSED,
        ),
        t.Object(
          {
            type: t.Literal('textarea'),
            id,
            attributes: t.Object({ ...words, placeholder: t.Optional(t.String()), render: t.Optional(t.String()) }, CLOSED),
            validations,
          },
          CLOSED,
        ),
        t.Object(
          {
            type: t.Literal('dropdown'),
            id,
            attributes: t.Object({ ...words, options: t.Array(t.String(), { minItems: 1, uniqueItems: true }) }, CLOSED),
            validations,
          },
          CLOSED,
        ),
      ]),
      { minItems: 1 },
    ),
  },
  CLOSED,
)

function formOf(file: string): unknown {
  const document = parseDocument(readFileSync(join(FOLDER, file), 'utf8'), { strict: true, uniqueKeys: true })
  expect([file, document.errors, document.warnings]).toEqual([file, [], []])
  return document.toJS()
}

test.each(FORMS)('%s is a form, with ids and labels of its own', (file) => {
  const form = formOf(file)
  expect([...Value.Errors(FORM, form)].map(({ path, message }) => `${path} ${message}`)).toEqual([])
  if (!Value.Check(FORM, form)) throw new Error('unreachable')
  const fields = form.body.flatMap((field) => ('id' in field ? [field] : []))
  for (const keys of [fields.map((field) => field.id), fields.map(({ attributes }) => attributes.label)])
    expect(new Set(keys).size).toBe(keys.length)
})

test('a form with a field that GitHub does not know would be found', () => {
  const wrong = { name: 'a', description: 'b', labels: [], body: [{ type: 'text', id: 'c', attributes: { label: 'd' } }] }
  expect(Value.Check(FORM, wrong)).toBe(false)
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
