import { Type } from '@sinclair/typebox'
import { NEXT_ACTIONS } from '../../contract/next-action.ts'
import { oneOf, PORT } from '../../contract/schema.ts'
import { lookAtComputer } from '../computer/index.ts'
import { defineHomeTool, type HomeTool } from '../define.ts'
import { HOME_EVENT, HOME_FIELDS } from '../fields.ts'
import type { HomeWorld } from '../world.ts'
import { homeText as text } from './home.text.ts'

/** `doorstep home`: looks from inside, has `--server` look from outside, and names the box that is the cause. */
export function homeTool({ sources }: HomeWorld): HomeTool {
  return defineHomeTool({
    name: 'home',
    isReadOnly: true,
    text,
    body: Type.Object({
      useCase: Type.Optional(Type.String({ maxLength: 100, examples: ['minecraft-java'] })),
      port: Type.Optional({ ...PORT, examples: [25_565] }),
      protocol: Type.Optional(oneOf('tcp', 'udp')),
      hostname: Type.Optional(Type.String({ maxLength: 253, examples: ['home.example.com'] })),
    }),
    result: Type.Object({ ...HOME_FIELDS, nextStep: NEXT_ACTIONS.items, nextActions: NEXT_ACTIONS }),
    event: Type.Object(HOME_EVENT),
    good: { field: 'verdict', values: ['reachable', 'not-needed'] },
    news: ['blockedAt', 'line'],
    headline: (_, { say }) => say('headline.cannot-tell'),
    printEvent: ({ summary }) => summary,
    async run({ body: { port = 0, protocol = 'tcp' }, signal }) {
      signal.throwIfAborted()
      const { gateways: _gateways, ...computer } = await lookAtComputer(port ? { port, protocol } : null, sources)
      const nextStep = { code: 'check-again', label: '', text: '' }
      return {
        ...{
          computer,
          gateway: null,
          line: { publicIp: null, nat: 'unknown' as const, because: '' },
          outside: null,
          proof: null,
        },
        ...{ verdict: 'cannot-tell' as const, blockedAt: null, nextStep, nextActions: [nextStep] },
      }
    },
  })
}
