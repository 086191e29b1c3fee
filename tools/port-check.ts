import {
  checkPort,
  isOftenAttacked,
  isOftenBlocked,
  PORT_FIELDS,
  type PORT_STATUSES,
  reachOf,
  sayReach,
} from '../src/diagnostics/port/index.ts'
import { serviceNeeding } from '../src/router/index.ts'
import {
  defineTool,
  followUp,
  NEXT_ACTIONS,
  type Next,
  type NextAction,
  oneOf,
  PORT,
  requester,
  t,
  usually,
} from '../src/tool.ts'
import { text } from './port-check.text.ts'

/** Checks whether anything answers on one port, at the requester's own address and no other. */
export default defineTool({
  path: '/api/tools/port-check',
  group: 'port',
  rank: 20,
  text,
  policy: requester('port'),
  body: t.Object({
    port: { ...PORT, examples: [443] },
    protocol: usually(oneOf('tcp', 'udp'), 'tcp'),
  }),
  result: t.Object({ ...PORT_FIELDS, nextActions: NEXT_ACTIONS }),
  good: { field: 'status', values: ['open'] },
  details: ['reason', 'failedLayer'],
  headline({ ip, port, protocol, status }, { say, target, net }) {
    const slots = { ip, port, protocol: protocol.toUpperCase() }
    if (status !== 'open') return say(`headline.${status}`, slots)
    const { seen, source } = reachOf({ target: target.address, source: net.tcp.sourceTo(target) })
    return source === null ? say(`headline.${seen}`, slots) : say('headline.answers-from', { ...slots, source })
  },
  print({ ip, port, protocol, status, reason, latencyMs, service }) {
    const head = `${ip} ${port}/${protocol}${service === null ? '' : ` (${service})`}: ${status}`
    const why = reason === null ? '' : ` (${reason})`
    const time = latencyMs === null ? '' : `, ${latencyMs} ms`
    return `${head}${why}${time}\n`
  },
  async run({ body, target, net, catalogue, locale, next }) {
    const { protocol = 'tcp' } = body
    const { address, port } = target
    const { found, isHost } = await checkPort(net, target, protocol)
    const { status, reason, service } = found
    const checked = { ip: address.text, port, protocol, service, status, reason, isHost }

    /** Returns how to open the port: for the service if one is known to need it, otherwise for the port alone. */
    const howTo = async () => {
      const { portUses } = await catalogue()
      const known = serviceNeeding(portUses, port, protocol, service)
      if (!known) {
        const { text } = next('plan-port', { protocol: protocol.toUpperCase(), port })
        return { code: 'plan-forward', text, ...followUp('port-forward-plan', { ports: [{ port, protocol }] }) }
      }
      return next('plan-forward', { service: known.name[locale] }, followUp('port-forward-plan', { useCase: known.id }))
    }

    const reach = () => sayReach(locale, { target: address, source: net.tcp.sourceTo(target) })
    const nextActions = await guidance(next, checked, { howTo, reach })
    return { ...found, nextActions }
  },
})

interface Checked {
  readonly ip: string
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly service: string | null
  readonly status: (typeof PORT_STATUSES)[number]
  readonly reason: string | null
  /** Whether the answer came from the host itself. */
  readonly isHost: boolean
}

async function guidance(
  next: Next<typeof text.en>,
  { ip, port, protocol, service, status, reason, isHost }: Checked,
  { howTo, reach }: { howTo(): Promise<NextAction>; reach(): string },
): Promise<NextAction[]> {
  const slots = { protocol: protocol.toUpperCase(), port, ip }
  const again = followUp('port-check', { port, protocol })
  switch (status) {
    case 'open': {
      const warning = { port, service: service ?? protocol }
      return [
        next('port-is-open', { ...slots, reach: reach() }),
        ...(isOftenAttacked(port) ? [next('protect-service', warning)] : []),
      ]
    }
    case 'refused':
      return [next('start-service', slots, again), next('ask-who-answers', slots), await howTo()]
    case 'closed':
      // Over UDP a host answers this way; over TCP only a firewall does.
      return reason === 'port-unreachable' && protocol === 'udp' && isHost
        ? [next('start-service', slots, again), next('ask-who-answers', slots), await howTo()]
        : [next('router-says-no', { ...slots, reason: reason ?? '' }, again)]
    case 'timeout':
      return [
        ...(protocol === 'udp' ? [next('silence-proves-nothing', {})] : []),
        next('forward-port', slots, again),
        await howTo(),
        next('open-firewall', {}),
        ...(isOftenBlocked(port) ? [next('provider-blocks', { port })] : []),
        next('compare-router-address', { ip }),
        next('check-all', {}, followUp('reachability', { port, protocol })),
      ]
    case 'error':
      if (reason === 'rate-limited') return [next('wait-for-target', { address: ip }, again)]
      return [next('try-again', { reason: reason ?? '' }, again)]
  }
}
