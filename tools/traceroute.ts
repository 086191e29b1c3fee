import {
  BUDGET_EXCEEDED,
  HANDSHAKE_PORT,
  HOP_FIELDS,
  hopsTold,
  printHop,
  printTrace,
  RATE_LIMITED,
  reachableFirst,
  TRACE_FIELDS,
  TRACE_METHODS,
  trace,
} from '../src/diagnostics/path/index.ts'
import { aboutOf } from '../src/diagnostics/port/index.ts'
import { type About, drawWay, lookAtOwn, sayWhere, WHERE, type Where } from '../src/diagnostics/where/index.ts'
import {
  defineTool,
  facts,
  followUp,
  NEXT_ACTIONS,
  type Next,
  type NextAction,
  oneOf,
  orNull,
  publicPath,
  t,
  usually,
} from '../src/tool.ts'
import { text } from './traceroute.text.ts'

const HOPS_DEFAULT = 12
const HOPS_MAX = 20

/** Finds the way that packets to a host take, and where they end. */
export default defineTool({
  path: '/api/tools/traceroute',
  group: 'path',
  rank: 130,
  programs: ['trace', 'traceroute6', 'tracert', 'tracepath', 'mtr'],
  text,
  policy: publicPath('host', { field: 'method', value: 'tcp', port: HANDSHAKE_PORT }),
  body: t.Object({
    host: t.String({ examples: ['example.com'] }),
    maxHops: t.Optional(t.Integer({ minimum: 1, maximum: HOPS_MAX, default: HOPS_DEFAULT })),
    method: usually(oneOf(...TRACE_METHODS), 'udp'),
  }),
  result: t.Object({
    host: t.String(),
    unicodeHost: t.Optional(t.String()),
    address: t.String(),
    maxHops: t.Integer(),
    method: oneOf(...TRACE_METHODS),
    ...TRACE_FIELDS,
    where: orNull(WHERE),
    nextActions: NEXT_ACTIONS,
  }),
  event: t.Object(HOP_FIELDS),
  deadlineMs: 20_000,
  good: { field: 'reached', values: [true] },
  short: { field: 'hops', parts: ['hop', 'address'] },
  details: ['failedLayer', 'maxHops', 'method', 'where'],
  print(answer, locale) {
    const about = ownEnd(answer, locale)
    return about ? `${printTrace(answer, locale)}${drawWay(about)}\n${sayWhere(about)}\n` : printTrace(answer, locale)
  },
  live: (hops, { locale }) => hopsTold(hops, locale),
  blocks(answer, { say, locale }) {
    const { address, method, maxHops, hops, reason } = answer
    const about = ownEnd(answer, locale)
    const isTold = reason === 'no-answer' || hops.some((hop) => hop.reason === reason)
    return [
      ...hopsTold(hops, locale),
      facts([[say('why'), isTold ? null : reason]]),
      about && { kind: 'note', text: drawWay(about) },
      about && { kind: 'note', text: sayWhere(about) },
      facts(
        [
          [say('address'), address],
          [say('method'), method],
          [say('most-hops'), maxHops],
        ],
        { more: true },
      ),
    ]
  },
  headline({ host: ascii, unicodeHost: host = ascii, reached, failedLayer, hops }, { say }) {
    const last = hops.findLast(({ status }) => status !== 'timeout')
    if (failedLayer === 'local') return say('headline.not-sent', { host })
    if (!last) return say('headline.silent', { host })
    return say(reached ? 'headline.reached' : 'headline.not-reached', { host, hop: last.hop })
  },
  printEvent: printHop,
  async run({ body, target, net, ipdata, disclosure, caller, next, report }) {
    const { host, unicode } = target
    const { maxHops = HOPS_DEFAULT, method = 'udp' } = body
    const way =
      method === 'tcp' ? { method, to: reachableFirst(target.endpoints) } : { method, to: reachableFirst(target.targets) }
    const address = way.to.address.text
    const found = await trace(way, { net, ipdata, disclosure }, { maxHops, report })
    const maybeOwn = way.method === 'tcp' ? { endpoint: way.to, requester: caller.requester } : null
    const where = maybeOwn && (await lookAtOwn(net, maybeOwn, { ipdata, disclosure }))
    const ownPort = where ? [next('verify-port', { port: HANDSHAKE_PORT }, followUp('port-check', { port: HANDSHAKE_PORT }))] : []
    const nextActions = [...ownPort, ...guidance(next, found, { host, unicode, address, maxHops, method })]
    const names = { host, ...(unicode === host ? {} : { unicodeHost: unicode }) }
    return { ...names, address, maxHops, method, ...found, where, nextActions }
  },
})

/** Returns what the words on the end of packets need, where the traced address is the requester's own. */
function ownEnd({ address, where }: { address: string; where: Where | null }, locale: About['locale']) {
  return aboutOf({ ip: address, port: HANDSHAKE_PORT, protocol: 'tcp', where }, locale)
}

type Method = (typeof TRACE_METHODS)[number]

/** The method that often passes where this one is filtered. */
const OTHER_METHOD: Record<Method, Method> = { udp: 'icmp', icmp: 'tcp', tcp: 'udp' }

interface Traced {
  readonly host: string
  readonly unicode: string
  readonly address: string
  readonly maxHops: number
  readonly method: Method
}

function guidance(
  next: Next<typeof text.en>,
  { reached, reason, failedLayer, hops }: Awaited<ReturnType<typeof trace>>,
  { host, unicode, address, maxHops, method }: Traced,
): NextAction[] {
  const service = followUp('public-service-check', { target: host, port: 443 })
  const last = hops.findLast((hop) => hop.status !== 'timeout')
  if (reached) return [next('check-service', { host: unicode, hops: hops.at(-1)?.hop ?? 0 }, service)]
  const anyway = next('check-service-anyway', {}, service)
  if (reason === BUDGET_EXCEEDED) return [next('cut-short', {}), anyway]
  const again = followUp('traceroute', { host, maxHops, method })
  if (reason === RATE_LIMITED) return [next('wait-for-target', { address }, again)]
  if (failedLayer === 'local') return [next('try-again', { reason: reason ?? '' }, again)]
  if (reason === 'routing-loop') return [next('report-loop', { address }), anyway]
  if (reason !== 'no-answer') {
    const slots = { hop: last?.hop ?? 1, reason: reason ?? '' }
    return [last?.address ? next('ask-router', { ...slots, router: last.address }) : next('ask-hidden-router', slots), anyway]
  }
  if (last?.hop === maxHops && maxHops < HOPS_MAX) {
    return [next('follow-further', { hops: maxHops }, followUp('traceroute', { host, maxHops: HOPS_MAX, method }))]
  }
  // The trace went as far as a request may ask.
  if (last?.hop === maxHops) return [anyway]
  const instead = OTHER_METHOD[method]
  const follow = followUp('traceroute', { host, maxHops, method: instead })
  if (!last) return [next('nothing-came-back', { method: instead }, follow), anyway]
  return [next('try-other-method', { hop: last.hop, method: instead }, follow), anyway]
}
