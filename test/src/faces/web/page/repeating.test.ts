import { expect, test } from 'bun:test'
import { isRepeating } from '../../../../../src/faces/web/page/next.tsx'

const run = { tool: 'certificate-check', request: { domain: 'a.test', methods: ['http-01', 'dns-01'] } }
const action = (tool?: string, request?: Readonly<Record<string, unknown>>) => ({
  ...{ code: 'mend-ipv6', label: 'Mend IPv6', text: '' },
  ...(tool !== undefined && { tool }),
  ...(request !== undefined && { request }),
})

test('an action repeats a check if it asks the same tool for the same, as far as it says', () => {
  const asks = (...asked: Parameters<typeof action>) => isRepeating(action(...asked), run)
  expect([asks(run.tool, run.request), asks(run.tool, { domain: 'a.test' })]).toEqual([true, true])
  expect([asks(), asks(run.tool), asks('ssl-check', run.request)]).toEqual([false, false, false])
  expect([asks(run.tool, { domain: 'b.test' }), asks(run.tool, { domain: 'a.test', methods: ['dns-01'] })]).toEqual([
    false,
    false,
  ])
  expect(asks(run.tool, { domain: 'a.test', proof: { key: 'x' } })).toBe(false)
})
