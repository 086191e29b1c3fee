import { Type } from '@sinclair/typebox'
import { goodOf, SITUATION } from '../../advice/index.ts'
import { NEXT_ACTIONS } from '../../contract/next-action.ts'
import { oneOf, PORT, refusing, usually } from '../../contract/schema.ts'
import { parseAddress } from '../../policy/address.ts'
import { defineHomeTool, type HomeTool } from '../define.ts'
import { HOME_EVENT, LISTEN_FIELDS } from '../fields.ts'
import { certificateAt } from '../listening/certificate.ts'
import { problemOf, proveHere } from '../listening/run.ts'
import { listeningTold, sayListening } from '../listening/told.ts'
import { portSubject } from '../subject.ts'
import { asTyped, type HomeWorld } from '../world.ts'
import { listenText } from './listen.text.ts'

/** Makes `doorstep listen`: it listens on a port, and has `--server` prove that the port leads here. */
export function listenTool({ sources, outside }: HomeWorld): HomeTool {
  return defineHomeTool({
    name: 'listen',
    server: 'needed',
    text: listenText,
    body: Type.Object({
      port: { ...PORT, examples: [25_565] },
      protocol: usually(oneOf('tcp', 'udp'), 'tcp'),
      hostname: Type.Optional(Type.String({ maxLength: 253, examples: ['home.example.com'] })),
      bind: Type.Optional(refusing(Type.String({ maxLength: 100, examples: ['192.168.0.10'] }), 'invalid-target')),
    }),
    result: Type.Object({ situation: SITUATION, ...LISTEN_FIELDS, nextActions: NEXT_ACTIONS }),
    event: Type.Object(HOME_EVENT),
    good: { field: 'verdict', values: ['proven', 'would-work'] },
    judge: ({ situation }) => situation && goodOf(situation, 'shut'),
    details: ['heard', 'outside', 'certificate'],
    headline: (found, { locale }) => sayListening(found, locale),
    printEvent: ({ summary }) => summary,
    blocks: (found, { locale }) => listeningTold(found, locale),
    async run({ body: { port, protocol = 'tcp', bind, hostname }, catalogue, ipdata, refuse, locale, say, signal, report }) {
      if (!outside) throw problemOf('no-server', say('no-server-detail'), locale)
      const host = bind === undefined ? null : parseAddress(bind)
      if (bind !== undefined && !host) return refuse('not-own', { address: bind }, { field: 'bind', code: 'invalid-target' })
      const certificate = hostname === undefined ? null : certificateAt(hostname, { port, protocol })
      if (certificate === undefined) return refuse('other-port', {}, { field: 'hostname', code: 'invalid-request' })
      const slots = { protocol: protocol.toUpperCase(), port, server: asTyped(outside.server) }
      const began = () => report({ box: 'proof', summary: say('asking', slots) })
      const subject = await portSubject({ port, protocol }, await catalogue(), { ipdata, locale })
      return proveHere({ sources, outside }, { port, protocol, host, certificate, subject, locale, signal, began })
    },
  })
}
