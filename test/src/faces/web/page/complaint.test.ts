import { expect, test } from 'bun:test'
import { sayIn } from '../../../../../src/contract/text.ts'
import { pageText } from '../../../../../src/faces/web/page/page.text.ts'
import type { Run } from '../../../../../src/faces/web/page/remembered.ts'
import { complaintOf, subjectsIn } from '../../../../../src/faces/web/page/requests.ts'

const say = sayIn(pageText, 'en')

function refused(problem: object): Run {
  const whole = { type: '', title: '', status: 422, code: 'invalid-request', detail: '', ...problem }
  return { tool: 'reachability', request: {}, locale: 'en', events: [], ending: { kind: 'refused', problem: whole } }
}

test('a refusal that names a field of the question stands at that field, by its label', () => {
  expect(complaintOf(refused({ field: 'hostname', detail: 'The field "hostname" is not a domain name.' }), say)).toEqual({
    ...{ field: 'hostname', code: 'invalid-request', text: 'The field "Host name" is not a domain name.', meant: [] },
  })
  const unknown = { field: 'useCase', code: 'unknown-value', detail: 'The field "useCase" $& is odd.', didYouMean: ['plex'] }
  expect(complaintOf(refused(unknown), say)).toEqual({
    ...{ field: 'subject', code: 'unknown-value', text: 'The field "Service" $& is odd.', meant: ['plex'] },
  })
  expect(complaintOf(refused({ field: 'port', detail: 'The field "port"' }), say)?.text).toContain('from 1 to 65535')
})

test('a refusal of another kind stands below the question, as do answers', () => {
  for (const problem of [{ code: 'rate-limited' }, { field: 'protocol' }, { field: 'constructor' }])
    expect(complaintOf(refused(problem), say)).toBeNull()
  expect(complaintOf(null, say)).toBeNull()
  expect(complaintOf({ ...refused({}), ending: null }, say)).toBeNull()
})

test('ports in what was typed for a service may be what was meant', () => {
  expect(subjectsIn('27015-27030')).toEqual(['27015', '27030'])
  expect(subjectsIn('play.example.com:25565')).toEqual(['25565'])
  expect(subjectsIn('192.168.0.10, 70000, 8080 8080, 1 123456')).toEqual(['8080'])
  expect(subjectsIn('80 81 82 83')).toEqual(['80', '81', '82'])
})
