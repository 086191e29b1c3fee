import { adviseOnPort, factsOnPort, goodOf, portState, SITUATION, seenPort } from '../src/advice/index.ts'
import {
  aboutOf,
  checkPort,
  inMs,
  keyIn,
  leftAlone,
  PORT_FIELDS,
  PROOF_KEY,
  portWords,
  reachOf,
  WORDS,
} from '../src/diagnostics/port/index.ts'
import { printSighting, SIGHTING_FIELDS, sayEnd } from '../src/diagnostics/where/index.ts'
import { expectedAt } from '../src/reachability/index.ts'
import { connectTo, findUseCase, isLeftAlone, planRequestFor, serviceOf } from '../src/router/index.ts'
import {
  type Block,
  defineTool,
  facts,
  followUp,
  NEXT_ACTIONS,
  oneOf,
  PORT,
  pastedService,
  refusing,
  requester,
  t,
  usually,
} from '../src/tool.ts'
import { text } from './port-check.text.ts'

/** The reasons that the headline says in words. */
const SAID = ['no-answer', 'not-needed', 'console-only'] as const

/** The steps that a terminal shows without details. */
const SHOWN_STEPS = 3

/** Checks whether anything answers on one port, at the requester's own address and no other. */
export default defineTool({
  path: '/api/tools/port-check',
  group: 'port',
  rank: 20,
  programs: ['port', 'portcheck', 'canyouseeme'],
  text,
  policy: requester('port'),
  body: t.Object({
    port: { ...PORT, examples: [443] },
    protocol: usually(oneOf('tcp', 'udp'), 'tcp'),
    useCase: t.Optional(pastedService(refusing(t.String({ examples: ['minecraft'] }), 'unknown-value'))),
    explain: usually(t.Boolean(), true),
    proof: t.Optional(PROOF_KEY),
  }),
  result: t.Object({
    situation: SITUATION,
    ...PORT_FIELDS,
    words: WORDS,
    nextActions: NEXT_ACTIONS,
  }),
  event: t.Object(SIGHTING_FIELDS),
  good: { field: 'status', values: ['open'] },
  judge: ({ situation, ...found }) => situation && goodOf(situation, portState(found)),
  reach: { field: 'status', reached: ['open'], missed: ['closed', 'timeout', 'refused'], address: ['ip'] },
  details: ['reason', 'failedLayer', 'where', 'words'],
  headline(found, { say, target, net, locale }) {
    const { ip, port, protocol, status, situation, nextActions } = found
    const about = aboutOf(found, locale)
    const slots = { ip, port, protocol: protocol.toUpperCase() }
    const what = say('headline.place', slots)
    const { seen, source } = reachOf({ target: target.address, source: net.tcp.sourceTo(target) })
    const from = say(seen === 'internet' ? 'headline.from-internet' : 'headline.from-here')
    const own = { what: say('headline.port', slots), ip, from }
    const codes = new Set(nextActions.map(({ code }) => code))
    if (found.reason === 'not-needed' || found.reason === 'console-only') return say('headline.left-alone', slots)
    if (situation === 'better-shut') return say('headline.rightly-closed', own)
    if (codes.has('only-this-port')) return say('headline.only-this-port', slots)
    if (found.proof === 'proven' || found.proof === 'someone-else') return say(`headline.${found.proof}`, slots)
    if (situation === 'carrier-grade' && status !== 'open') return say('headline.shared-line', own)
    if (about) return sayEnd(about)
    if (codes.has('close-router-page')) return say('headline.router-page', slots)
    if (situation === 'other-answers') return say('headline.other-service', own)
    if (situation === 'exposed') return say('headline.exposed', own)
    if (status === 'closed') return say('headline.closed', slots)
    if (status !== 'open') return say(`headline.${status}`, { what })
    return source === null ? say(`headline.${seen}`, { what }) : say('headline.answers-from', { what, source })
  },
  printEvent: printSighting,
  blocks({ words, where, reason, latencyMs, service, identity }, { say, locale }) {
    const players = identity?.players
    const note = (said: string | null, how: Pick<Block, 'more' | 'plain'> = {}): Block | null =>
      said === null ? null : { kind: 'note', ...how, text: said }
    return [
      note(words.way, { plain: true }),
      note(words.identity),
      facts([
        [say('latency'), latencyMs === null ? null : `${inMs(latencyMs)} ms`],
        [say('players'), players && `${players.now} / ${players.max}`],
        [say('version'), identity?.version],
        [say('service'), service],
        [say('reason'), SAID.some((one) => one === reason) ? null : reason],
      ]),
      note(words.meaning, { more: true }),
      { kind: 'list', more: true, items: (where?.evidence ?? []).map((one) => printSighting(one, locale)) },
    ]
  },
  steps: ({ nextActions }) => nextActions.slice(0, SHOWN_STEPS),
  async run({ body, target, net, ipdata, disclosure, catalogue, locale, report }) {
    const { protocol = 'tcp', useCase, explain = true } = body
    const { address, port } = target
    const known = await catalogue()
    const named = useCase === undefined ? null : findUseCase(known, useCase)
    const service = serviceOf(named, named ? [] : [{ port, protocol }])
    const { useCase: likely, query } = await expectedAt({ port, protocol }, named, known)
    const asking = { protocol, explains: explain, query, report, key: keyIn(body.proof) }
    const own = { address, port, protocol, service, known, asn: ipdata.network(address).asn, locale }
    const facts = factsOnPort(own)
    const isAlone = isLeftAlone(facts)
    const { found, isHost } = isAlone
      ? await leftAlone(target, protocol, facts.need === 'none' ? 'not-needed' : 'console-only')
      : await checkPort(net, target, asking, { ipdata, disclosure })
    const expected = { service: likely?.name[locale] ?? null, query }
    const about = aboutOf(found, locale, expected)
    const again = followUp('port-check', { port, protocol, ...(useCase === undefined ? {} : { useCase }) })
    const { situation, steps } = adviseOnPort(own, {
      ...(isAlone ? { port: 'nobody' } : seenPort({ found, query, about, isHost })),
      place: found.status === 'open' ? connectTo(service, { host: address.text, externalPort: port, protocol }, locale) : null,
      requests: { again, plan: followUp('port-forward-plan', planRequestFor(likely, named !== null, { port, protocol })) },
    })
    const words = portWords(found.identity, about, expected, locale)
    return { situation, ...found, words, nextActions: [...steps] }
  },
})
