// The outcome of a proof, from what both ends saw.
import { expect, test } from 'bun:test'
import { judgeProof, type ListenOutcome, type Way } from '../../../../src/home/listening/outcomes.ts'
import type { Proved } from '../../../../src/home/prove.ts'

const BEHIND_ROUTER: Way = { version: 4, isDirect: false }
const DIRECT: Way = { version: 4, isDirect: true }
const SIX: Way = { version: 6, isDirect: true }
const asked = { from: '198.18.0.2', kind: 'challenge' } as const
const begun = { from: '198.18.0.2', kind: 'unfinished' } as const

function proved(proof: Proved['proof'], heard: Proved['heard'], where: unknown = null): Proved {
  return { proof, heard, arrived: heard.length > 0, said: { answer: { where } } }
}
const rule = (verdict: string) => ({ verdict, forwardingRule: 'proven' })
const noRule = (verdict: string) => ({ verdict, forwardingRule: 'not-seen' })

test.each<[string, Proved, Way, ListenOutcome]>([
  ['proven', proved('proven', [asked]), BEHIND_ROUTER, 'proven'],
  ['another device answers', proved('someone-else', []), BEHIND_ROUTER, 'someone-else'],
  ['the question arrived, another answered', proved('someone-else', [asked]), BEHIND_ROUTER, 'changed'],
  [
    'a connection of somebody is not the question',
    proved('someone-else', [{ ...asked, kind: 'connection' }]),
    DIRECT,
    'someone-else',
  ],
  ['the answer got lost', proved('no-answer', [begun]), BEHIND_ROUTER, 'answer-lost'],
  [
    'the answer got lost, whatever was seen outside',
    proved('no-answer', [asked], rule('silent-device')),
    BEHIND_ROUTER,
    'answer-lost',
  ],
  ['not asked', { proof: null, heard: [], arrived: false, said: { failure: 'is down' } }, BEHIND_ROUTER, 'unchecked'],
  ['not checked', proved(null, []), BEHIND_ROUTER, 'unchecked'],
  ['nothing was seen', proved('no-answer', []), BEHIND_ROUTER, 'not-seen'],
  ['no rule was seen', proved('no-answer', [], noRule('silent-at-address')), BEHIND_ROUTER, 'not-seen'],
  ['the router refuses, without a rule', proved('no-answer', [], noRule('refused-at-address')), BEHIND_ROUTER, 'not-seen'],
  [
    'the device refuses, although a program listens',
    proved('no-answer', [], rule('refused-by-device')),
    BEHIND_ROUTER,
    'kept-out',
  ],
  ['the device is silent', proved('no-answer', [], rule('silent-device')), BEHIND_ROUTER, 'kept-out'],
  ['no device is there', proved('no-answer', [], rule('no-device')), BEHIND_ROUTER, 'wrong-device'],
  ['the rule leads out', proved('no-answer', [], rule('wrong-address')), BEHIND_ROUTER, 'wrong-device'],
  ['the router has a rule and refuses', proved('no-answer', [], rule('refused-at-address')), BEHIND_ROUTER, 'router-refuses'],
  ['stopped before', proved('no-answer', [], noRule('stopped-before')), BEHIND_ROUTER, 'on-the-way'],
  ['a public address of this computer itself', proved('no-answer', [], noRule('silent-at-address')), DIRECT, 'kept-out'],
  [
    'over IPv6, as far as the router',
    proved('no-answer', [], { verdict: 'router-reached', forwardingRule: null }),
    SIX,
    'pinhole',
  ],
  ['over IPv6, at the device', proved('no-answer', [], { verdict: 'silent-device', forwardingRule: null }), SIX, 'kept-out'],
])('%s', (_, given, way, outcome) => expect(judgeProof(given, way)).toBe(outcome))
