import { Type } from '@sinclair/typebox'
import { goodOf, SITUATION } from '../../advice/index.ts'
import { type Block, facts } from '../../contract/blocks.ts'
import { NEXT_ACTIONS } from '../../contract/next-action.ts'
import { oneOf, PORT, refusing, usually } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { METHOD_VERDICTS } from '../../issuance/index.ts'
import { parseAddress } from '../../policy/address.ts'
import { sightText } from '../boxes.text.ts'
import { defineHomeTool, type HomeTool } from '../define.ts'
import { HOME_EVENT, LISTEN_FIELDS } from '../fields.ts'
import { type Certificate, certificateAt, type LISTEN_VERDICTS, spokenOf } from '../listening/certificate.ts'
import type { Family } from '../listening/judge.ts'
import { problemOf, proveHere } from '../listening/run.ts'
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

interface Told {
  readonly families: readonly Pick<Family, 'ipVersion' | 'ip' | 'outcome' | 'reason'>[]
  readonly heard: readonly { readonly from: string }[]
  readonly proof: Family['proof']
  readonly certificate: Certificate | null
}

interface Said extends Pick<Told, 'families' | 'certificate'> {
  readonly port: number
  readonly protocol: string
  readonly verdict: (typeof LISTEN_VERDICTS)[number]
}

/** Says what was found in one sentence: of the certificate where one was asked for and the port leads here, otherwise of the port. */
function sayListening({ port, protocol, families, verdict, certificate }: Said, locale: Locale): string {
  const slots = { port, protocol: protocol.toUpperCase() }
  const [best] = families
  if (!best || best.outcome === 'unchecked' || best.ip === null) return listenText.say(locale, 'headline.unchecked', slots)
  const found = { ...slots, ip: best.ip }
  const judged = best.outcome === 'proven' ? METHOD_VERDICTS.find((one) => one === verdict) : undefined
  if (certificate && judged) {
    const named = { ...found, hostname: certificate.domain, method: certificate.method.toUpperCase() }
    return listenText.say(locale, `headline.${spokenOf(certificate, judged)}`, named)
  }
  const same = families.flatMap(({ outcome, ip }) => (outcome === best.outcome && ip !== null ? [ip] : []))
  return listenText.say(locale, 'headline.seen', { ...slots, ip: same.join(', '), sight: saySight(best, locale) })
}

/** Returns each version of IP where there are two, who was heard where nothing is proven, and what is known of the certificate. */
function listeningTold({ families, heard, proof, certificate }: Told, locale: Locale): readonly Block[] {
  const rows = families.map((one) => [`IPv${one.ipVersion}`, [one.ip, saySight(one, locale)].filter(Boolean).join('  ')] as const)
  const addresses = [...new Set(heard.map(({ from }) => from))].join(', ')
  return [
    facts(families.length > 1 ? rows : []),
    ...(proof === 'proven' || addresses === '' ? [] : [note(listenText.say(locale, 'line.from', { addresses }))]),
    ...(certificate ? certificateTold(certificate, locale) : []),
  ]
}

const note = (text: string): Block => ({ kind: 'note', text })

function certificateTold({ domain, method, reason, problems, commands }: Certificate, locale: Locale): readonly Block[] {
  if (reason !== null) return [note(listenText.say(locale, 'line.certificate-unchecked', { hostname: domain, reason }))]
  const title = listenText.say(locale, 'line.certificate', { hostname: domain, method: method.toUpperCase() })
  const checks = problems.map(({ severity, text }) => ({ label: text, mark: severity === 'error' ? 'bad' : 'warning' }) as const)
  return [
    ...(checks.length > 0 ? [{ kind: 'checks', title, lists: [{ checks }] } as const] : []),
    ...commands.map(({ program, lines }) => ({ kind: 'code', title: program, lines }) as const),
  ]
}

/** Says an outcome: where the packets ended that did not arrive is for the steps. */
function saySight({ outcome, reason }: Pick<Family, 'outcome' | 'reason'>, locale: Locale): string {
  const isSeen = ['proven', 'someone-else', 'changed', 'answer-lost'] as const
  const key = isSeen.find((one) => one === outcome) ?? (outcome === 'unchecked' ? outcome : 'nothing')
  return sightText.say(locale, key === 'unchecked' && reason !== null ? 'unchecked-because' : key, { reason: reason ?? '' })
}
