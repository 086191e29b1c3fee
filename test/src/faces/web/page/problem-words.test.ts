// Sentences of refusals, as a form shows them.
import { expect, test } from 'bun:test'
import type { Problem } from '../../../../../src/faces/web/page/answers.ts'
import type { FieldSchema } from '../../../../../src/faces/web/page/lists.ts'
import { errorAt, isAtFields, labelsOf, partAt, withoutWait } from '../../../../../src/faces/web/page/trouble.tsx'
import { limitedText } from '../../../../../src/run/run.text.ts'

const SCHEMA: FieldSchema = {
  properties: {
    internalIp: { type: 'string', title: 'Address of the device' },
    ports: { type: 'array', title: 'Ports', items: { properties: { externalPort: { title: 'External port' }, other: {} } } },
    proof: { type: 'object', title: 'Proof' },
  },
}
const labelOf = labelsOf(SCHEMA, (label, row) => `${label}, row ${row}`)

const problem = (fields: Partial<Problem>): Problem => ({ title: 'T', status: 422, code: 'c', detail: 'D', ...fields })

test.each([
  ['internalIp', 'Address of the device'],
  ['ports', 'Ports'],
  ['ports.0.externalPort', 'Ports, row 1: External port'],
  ['ports.1.other', 'Ports, row 2'],
  ['nothing', null],
  ['constructor', null],
])('the label of %s', (field, label) => {
  expect(labelOf(field)).toBe(label)
})

test('a sentence names its field by its label, wherever it stands', () => {
  const errors = [
    { field: 'internalIp', message: 'The field "internalIp" is missing.' },
    { field: 'ports.0.externalPort', message: '"ports.0.externalPort" 필드의 값이 "ports"입니다.' },
  ]
  const found = problem({ errors, field: 'internalIp', detail: errors[0]?.message ?? '' })
  expect(errorAt(found, 'internalIp', labelOf)).toBe('The field "Address of the device" is missing.')
  expect(errorAt(found, 'ports', labelOf)).toBe('"Ports, row 1: External port" 필드의 값이 "ports"입니다.')
  expect(errorAt(found, 'proof', labelOf)).toBeNull()
  expect([partAt(found, 'ports'), partAt(found, 'internalIp')]).toEqual(['0.externalPort', ''])
  expect(errorAt(problem({ field: 'ports', detail: 'No "$&" here: "ports".' }), 'ports', labelOf)).toBe('No "$&" here: "Ports".')
})

test('a refusal stands at the fields of a form only if all of it is about them', () => {
  expect(isAtFields(problem({ field: 'internalIp' }), SCHEMA)).toBe(true)
  expect(isAtFields(problem({ errors: [{ field: 'ports.0.port', message: 'x' }] }), SCHEMA)).toBe(true)
  // The form does not have it: programs fill it in.
  expect(isAtFields(problem({ field: 'proof' }), SCHEMA)).toBe(false)
  const mixed = ['internalIp', 'unknown'].map((field) => ({ field, message: 'x' }))
  expect(isAtFields(problem({ errors: mixed }), SCHEMA)).toBe(false)
  expect(isAtFields(problem({}), SCHEMA)).toBe(false)
  expect(isAtFields(problem({ field: 'internalIp' }), null)).toBe(false)
})

test('a button counts the seconds down, so no sentence of a refusal does', () => {
  const slots = { quota: 60, window: 'minute', rate: 1, limit: 2, seconds: 1 }
  for (const locale of ['en', 'ko'] as const) {
    for (const key of ['client', 'target', 'requests', 'tool-concurrency', 'cut-short', 'all-concurrency'] as const) {
      const sentence = limitedText.say(locale, key, slots)
      const rest = withoutWait(sentence, 1)
      expect(rest.length).toBeGreaterThan(20)
      expect(sentence.startsWith(rest)).toBe(true)
      expect(rest).not.toMatch(/in 1 s|1초 후|\/api\//)
    }
  }
  expect(withoutWait('Try again in 3 s.', 3)).toBe('Try again in 3 s.')
  expect(withoutWait('Nothing to wait for.', undefined)).toBe('Nothing to wait for.')
})
