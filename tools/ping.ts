import {
  BUDGET_EXCEEDED,
  inMs,
  PING_FIELDS,
  ping,
  printPing,
  printReply,
  RATE_LIMITED,
  REPLY_FIELDS,
  reachableFirst,
  repliesTold,
} from '../src/diagnostics/path/index.ts'
import { defineTool, facts, followUp, NEXT_ACTIONS, type Next, type NextAction, publicHost, t } from '../src/tool.ts'
import { text } from './ping.text.ts'

const COUNT_DEFAULT = 4
const COUNT_MAX = 10

/** Measures whether a host answers, how fast, and how much is lost on the way. */
export default defineTool({
  path: '/api/tools/ping',
  group: 'path',
  rank: 120,
  programs: ['ping6', 'fping', 'hping3'],
  text,
  policy: publicHost('host'),
  body: t.Object({
    host: t.String({ examples: ['example.com'] }),
    count: t.Optional(t.Integer({ minimum: 1, maximum: COUNT_MAX, default: COUNT_DEFAULT })),
  }),
  result: t.Object({ host: t.String(), unicodeHost: t.Optional(t.String()), ...PING_FIELDS, nextActions: NEXT_ACTIONS }),
  event: t.Object(REPLY_FIELDS),
  good: { field: 'status', values: ['reachable', 'partial'] },
  short: { field: 'rttMs', parts: ['avg'] },
  details: ['failedLayer'],
  print: printPing,
  live: (replies, { locale }) => repliesTold(replies, locale),
  blocks({ address, reason, packets, rttMs, replies }, { say, locale }) {
    const time = (ms: number | undefined) => ms && `${inMs(ms)} ms`
    const isTold = replies.some((reply) => reply.reason === reason)
    return [
      ...repliesTold(replies, locale),
      facts([
        [say('address'), address],
        [say('sent'), packets.sent],
        [say('loss'), packets.lossPercent === null ? null : `${packets.lossPercent}%`, packets.lossPercent ? 'bad' : null],
        [say('fastest'), time(rttMs?.min)],
        [say('average'), time(rttMs?.avg)],
        [say('slowest'), time(rttMs?.max)],
        [say('jitter'), time(rttMs?.stddev)],
        [say('why'), isTold ? null : reason],
      ]),
    ]
  },
  headline({ host: ascii, unicodeHost: host = ascii, status, packets: { sent, received }, rttMs }, { say }) {
    if (status === 'reachable') return say('headline.reachable', { host, avg: rttMs?.avg ?? '' })
    if (status === 'partial') return say('headline.partial', { host, sent, received })
    return say(status === 'error' ? 'headline.not-sent' : 'headline.unreachable', { host })
  },
  printEvent: printReply,
  async run({ body, target, net, disclosure, next, report }) {
    const { host, unicode } = target
    const found = await ping(reachableFirst(target.targets), { net, disclosure }, { count: body.count ?? COUNT_DEFAULT, report })
    const nextActions = guidance(next, found, { host, unicode })
    return { host, ...(unicode === host ? {} : { unicodeHost: unicode }), ...found, nextActions }
  },
})

function guidance(
  next: Next<typeof text.en>,
  { status, reason, failedLayer, address, packets, replies }: Awaited<ReturnType<typeof ping>>,
  { host, unicode }: { host: string; unicode: string },
): NextAction[] {
  const service = followUp('public-service-check', { target: host, port: 443 })
  const trace = followUp('traceroute', { host })
  if (status === 'reachable') return [next('check-service', { host: unicode }, service)]
  const anyway = next('check-service-anyway', { address }, service)
  if (reason === BUDGET_EXCEEDED) return [next('cut-short', {}), anyway]
  if (reason === RATE_LIMITED) return [next('wait-for-target', { address }, followUp('ping', { host }))]
  if (failedLayer === 'local') return [next('try-again', { reason: reason ?? '' }, followUp('ping', { host }))]
  if (status === 'partial') {
    return [
      next('find-loss', { loss: packets.lossPercent ?? '', address }, trace),
      next('check-service', { host: unicode }, service),
    ]
  }
  if (reason === 'no-answer') return [anyway, next('trace-route', { address }, trace)]
  if (reason === 'hop-limit-exceeded' || reason === 'time-exceeded') return [next('find-loop', { address }, trace), anyway]
  if (replies.some((reply) => reply.status === 'unreachable' && reply.from === address)) {
    return [next('ask-host', { address, reason: reason ?? '' }, service)]
  }
  const from = replies.find((reply) => reply.status === 'unreachable')?.from
  return [
    from ? next('ask-router', { from, reason: reason ?? '' }, trace) : next('ask-hidden-router', { reason: reason ?? '' }, trace),
    anyway,
  ]
}
