// The answers of resolvers side by side.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import type { Propagation } from '../../../../../../src/faces/web/page/answers.ts'
import { PropagationResult } from '../../../../../../src/faces/web/page/results/propagation.tsx'
import { answerOf } from '../../../../../support/page/answers.ts'

test('how long an answer is kept is told where it is known', () => {
  const heard = (id: string, ttl: number | null): Propagation['answers'][number] => ({
    resolver: { id, name: id, address: '9.9.9.9', kind: 'public' },
    ...{ status: 'noerror', values: ['192.0.2.1'], ttl, reason: null, failedLayer: null, omitted: 0, elapsedMs: 1 },
  })
  const answers = [heard('kept', 300), heard('not kept', 0), heard('unknown', null)]
  const answer = answerOf('dns-propagation', { domain: 'a.test', recordType: 'A', answers, authoritative: null })
  const markup = renderToStaticMarkup(<PropagationResult answer={answer} />)
  expect(markup.match(/keeps it for up to 5 min|is not kept/g)).toEqual(['keeps it for up to 5 min', 'is not kept'])
  expect(markup.match(/keep|kept/g)).toHaveLength(4)
})
