import { type Static, type TObject, Type } from '@sinclair/typebox'
import { Refusal } from '../../contract/problem.ts'
import { oneOf, orNull } from '../../contract/schema.ts'
import { ECHO_REMEDIES } from '../../net/abilities.ts'
import { LAYERS } from '../../net/findings.ts'
import { hearing, OUT_OF_TIME } from '../../net/hearing.ts'
import type { Net } from '../../net/index.ts'
import type { PingReply } from '../../net/path/ping.ts'
import { rounded } from '../../platform/deadline.ts'
import type { Disclosure } from '../../policy/gate.ts'
import type { PublicTarget } from '../../policy/target.ts'
import { unsupportedText } from './told.text.ts'
export const FINDING = { reason: orNull(Type.String()), failedLayer: orNull(oneOf(...LAYERS)) }

/** The outcome of one echo request. */
export const REPLY_FIELDS = {
  seq: Type.Integer(),
  status: oneOf('reply', 'timeout', 'unreachable', 'error'),
  ...FINDING,
  rttMs: orNull(Type.Number()),
  ttl: orNull(Type.Integer()),
  from: orNull(Type.String()),
}

export const PING_FIELDS = {
  address: Type.String(),
  status: oneOf('reachable', 'partial', 'unreachable', 'error'),
  ...FINDING,
  packets: Type.Object({ sent: Type.Integer(), received: Type.Integer(), lossPercent: orNull(Type.Number()) }),
  rttMs: orNull(Type.Object({ min: Type.Number(), avg: Type.Number(), max: Type.Number(), stddev: Type.Number() })),
  replies: Type.Array(Type.Object(REPLY_FIELDS)),
}

export type ShownReply = Static<TObject<typeof REPLY_FIELDS>>
export type ShownPing = Static<TObject<typeof PING_FIELDS>>

/** Pings an address and reports each reply; refuses if this machine offers no way to do it. */
export async function ping(
  target: PublicTarget,
  { net, disclosure }: { net: Pick<Net, 'path' | 'signal'>; disclosure: Disclosure },
  { count, report }: { count: number; report(reply: ShownReply): void },
): Promise<ShownPing> {
  const wasCutShort = hearing(net.signal)
  const show = (reply: PingReply) => showReply(reply, target, disclosure)
  const run = await net.path.ping(target, { count, report: (reply) => report(show(reply)) })
  if (!run) return refuseUnsupported('ping')
  const replies = run.replies.map(show)
  const times = replies.map(({ rttMs, status }) => (status === 'reply' ? rttMs : null)).filter((time) => time !== null)
  const [sent, received] = [run.sent, times.length]
  const isUnheard = received === 0 && wasCutShort()
  const failed = isUnheard ? null : replies.find(({ status }) => status !== 'reply')
  const failure = run.failure ?? (isUnheard ? OUT_OF_TIME : null)
  const failedLayer = failed?.failedLayer ?? (failure ? 'local' : null)
  // Without a reply, and with a fault of this server, nothing is known of the host.
  const isUntold = received === 0 && failedLayer === 'local'
  const lossPercent = isUntold ? null : Math.round(((sent - received) / sent) * 1000) / 10
  return {
    address: target.address.text,
    status: isUntold ? 'error' : received === 0 ? 'unreachable' : received === sent && failure === null ? 'reachable' : 'partial',
    reason: failed?.reason ?? failure,
    failedLayer,
    packets: { sent, received, lossPercent },
    rttMs: spread(times),
    replies,
  }
}

function showReply({ seq, answer }: PingReply, { address }: PublicTarget, { mayShow }: Disclosure): ShownReply {
  if (!answer) return { seq, status: 'timeout', reason: 'no-answer', failedLayer: 'icmp', rttMs: null, ttl: null, from: null }
  const { from, reason, isLocal, rttMs, ttl } = answer
  // Addresses in the network of this server are not shown.
  const isShown = from && !isLocal && (from.text === address.text || mayShow(from))
  const finding =
    reason === null
      ? ({ status: 'reply', reason, failedLayer: null } as const)
      : isLocal
        ? ({ status: 'error', reason, failedLayer: 'local' } as const)
        : ({ status: 'unreachable', reason, failedLayer: 'icmp' } as const)
  return { seq, ...finding, rttMs: rttMs === null ? null : rounded(rttMs), ttl, from: isShown ? from.text : null }
}

/** Returns minimum, average, maximum and deviation as ping prints them: the standard deviation of the population, not of a sample. */
function spread(times: readonly number[]): ShownPing['rttMs'] {
  if (times.length === 0) return null
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / times.length
  return {
    min: Math.min(...times),
    avg: rounded(mean),
    max: Math.max(...times),
    stddev: rounded(Math.sqrt(variance)),
  }
}

/** Refuses a check that this machine cannot run: 503, with the setting to change. */
export function refuseUnsupported(check: 'ping' | 'trace'): never {
  throw new Refusal('unsupported-on-host', (locale) =>
    process.platform === 'linux'
      ? unsupportedText.say(locale, check, ECHO_REMEDIES)
      : unsupportedText.say(locale, 'other-system', {}),
  )
}
