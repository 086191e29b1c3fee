// The answers of resolvers side by side.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { PropagationResult } from '../../../../../../src/faces/web/page/results/propagation.tsx'

test('how long an answer is kept is shown only where it is kept', () => {
  const heard = (id: string, ttl: number | null) => ({
    resolver: { id, address: '9.9.9.9' },
    status: 'noerror',
    values: ['192.0.2.1'],
    ttl,
    reason: null,
  })
  const given = { tool: 'dns-propagation', checkedAt: '', elapsedMs: 1, headline: '', domain: 'a.test', recordType: 'A' }
  const answers = [heard('kept', 300), heard('not kept', 0), heard('unknown', null)]
  const markup = renderToStaticMarkup(
    <PropagationResult answer={{ ...given, verdict: 'consistent', answers, authoritative: null }} />,
  )
  expect(markup.match(/TTL \d+ s/g)).toEqual(['TTL 300 s'])
})
