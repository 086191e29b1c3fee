import { Type } from '@sinclair/typebox'
import { NEXT_ACTIONS } from '../../contract/next-action.ts'
import { oneOf, PORT, refusing, usually } from '../../contract/schema.ts'
import { parseAddress } from '../../policy/address.ts'
import { type ComputerSeen, lookAtComputer } from '../computer/index.ts'
import { defineHomeTool, type HomeTool } from '../define.ts'
import { HOME_EVENT, LISTEN_FIELDS } from '../fields.ts'
import { judge, type Outcome } from '../listening/judge.ts'
import { problemIn, problemOf } from '../listening/refusals.ts'
import { type Facts, stepsOver } from '../listening/steps.ts'
import { type Proved, proveOver } from '../prove.ts'
import type { HomeWorld } from '../world.ts'
import { listenText as text } from './listen.text.ts'

/** `doorstep listen`: listens on a port, and has `--server` prove that it leads here. */
export function listenTool({ sources, outside }: HomeWorld): HomeTool {
  return defineHomeTool({
    name: 'listen',
    isReadOnly: false,
    text,
    body: Type.Object({
      port: { ...PORT, examples: [25_565] },
      protocol: usually(oneOf('tcp', 'udp'), 'tcp'),
      bind: Type.Optional(refusing(Type.String({ maxLength: 100, examples: ['192.168.0.10'] }), 'invalid-target')),
    }),
    result: Type.Object({ ...LISTEN_FIELDS, nextActions: NEXT_ACTIONS }),
    event: Type.Object(HOME_EVENT),
    good: { field: 'proof', values: ['proven'] },
    details: ['heard', 'outside'],
    headline({ port, protocol, families }, { say }) {
      const slots = { port, protocol: protocol.toUpperCase() }
      const [best] = families
      if (!best || best.outcome === 'unchecked' || best.ip === null) return say('headline.unchecked', slots)
      if (families.length > 1 && families.every(({ proof }) => proof === 'proven')) return say('headline.proven-both', slots)
      return say(`headline.${spoken(best.outcome)}`, { ...slots, ip: best.ip })
    },
    printEvent: ({ summary }) => summary,
    print({ families, heard, proof }, locale) {
      const lines = families.map(({ ipVersion, ip, outcome, reason }) => {
        const found =
          outcome === 'unchecked' && reason !== null
            ? text.say(locale, 'line.unchecked-because', { reason })
            : text.say(locale, `line.${spoken(outcome)}`, {})
        return `IPv${ipVersion}  ${ip === null ? '' : `${ip}  `}${found}`
      })
      const addresses = [...new Set(heard.map(({ from }) => from))].join(', ')
      const from = proof === 'proven' || addresses === '' ? [] : [text.say(locale, 'line.from', { addresses })]
      return [...(families.length > 1 ? lines : []), ...from, ''].join('\n')
    },
    async run({ body: { port, protocol = 'tcp', bind }, refuse, locale, say, signal, report }) {
      if (!outside) throw problemOf('no-server', say('no-server-detail'), locale)
      const host = bind === undefined ? null : parseAddress(bind)
      if (bind !== undefined && !host) return refuse('not-own', { address: bind }, { field: 'bind', code: 'invalid-target' })
      const computer = await lookAtComputer({ port, protocol }, sources)
      const { server } = outside
      const known = (await outside.families?.()) ?? []
      const families = known.filter((one) => !host || one === host.version)
      report({ box: 'proof', summary: say('asking', { protocol: protocol.toUpperCase(), port, server: server.href }) })
      const toProve = {
        listenPort: port,
        ...(host && { host: host.text }),
        port,
        protocol,
        tool: 'port-check',
        body: {},
      } as const
      const proved = await proveOver(outside, { ...toProve, locale, signal }, families.length > 0 ? families : [undefined]).catch(
        (error: unknown) => {
          const { listening } = computer
          const refused = { port, protocol, bind: bind ?? null, server, platform: sources.platform, listening, locale }
          throw problemIn(error, refused) ?? error
        },
      )
      const found = proved.map((one, index) => familyOf(one, families[index] ?? null, computer)).toSorted(byWorth)
      const [best] = found
      if (!best || found.every(({ said }) => 'failure' in said)) throw problemOf('not-asked', best?.reason ?? '', locale)
      return {
        ...{ port, protocol, ip: best.ip, proof: best.proof, arrived: found.some(({ arrived }) => arrived) },
        heard: [...best.heard],
        outside: 'answer' in best.said ? { ...best.said.answer } : null,
        families: found.map(({ heard: _, said: __, ...family }) => family),
        nextActions: stepsOver(found.map((one) => factsOf(one, { port, protocol, computer, server, locale }))),
      }
    },
  })
}

type Spoken =
  Exclude<keyof typeof text.en & `headline.${string}`, 'headline.proven-both'> extends `headline.${infer Key}` ? Key : never

/** Returns the outcome as it is said: where the packets ended that did not arrive is for the steps. */
function spoken(outcome: Outcome): Spoken {
  switch (outcome) {
    case 'proven':
    case 'someone-else':
    case 'changed':
    case 'answer-lost':
    case 'unchecked':
      return outcome
    default:
      return 'nothing'
  }
}

/** Returns what is known over one version of IP. */
function familyOf(proved: Proved, asked: 4 | 6 | null, { address, address6 }: ComputerSeen) {
  const { said, heard } = proved
  const told = 'answer' in said && typeof said.answer.ip === 'string' ? parseAddress(said.answer.ip) : null
  const ip = told?.text ?? null
  const version = told?.version ?? asked ?? 4
  const why = 'answer' in said ? said.answer.reason : said.failure
  const outcome = judge(proved, { version, isDirect: ip !== null && (ip === address || ip === address6) })
  const reason = outcome === 'unchecked' && typeof why === 'string' ? why : null
  return { ipVersion: version, ip, proof: proved.proof, arrived: proved.arrived, outcome, reason, heard, said }
}

type Family = ReturnType<typeof familyOf>

/** What is proven comes first, then what was asked, then IPv4. */
function byWorth(one: Family, other: Family): number {
  const worth = ({ proof, said, ipVersion }: Family) =>
    (proof === 'proven' ? 4 : 0) + ('answer' in said ? 2 : 0) + (ipVersion === 4 ? 1 : 0)
  return worth(other) - worth(one)
}

function factsOf(
  { outcome, ipVersion, ip, reason }: Family,
  known: Pick<Facts, 'port' | 'protocol' | 'computer' | 'server' | 'locale'>,
): Facts {
  return { ...known, outcome, version: ipVersion, ip: ip ?? '', reason: reason ?? '' }
}
