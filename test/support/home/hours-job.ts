// Keeps a port open for two hours of a clock that jumps, by each protocol of a real gateway: `bun hours-job.ts GATEWAY OWN PORT`.
import { lookAtGateway, WAYS } from '../../../src/net/gateway/index.ts'
import { gatewayAt, JumpingClock, runThrough } from './opening.ts'

const [address = '', own = '', port = ''] = process.argv.slice(2)
const HOURS_S = 2 * 3600 + 60
/** The times at which the rules of the gateway are counted, a moment after each renewal. */
const LOOKS_S = [1, 1801, 3601, 5401, 7201]

const done: Record<string, unknown> = {}
for (const way of WAYS) {
  const [clock, controller] = [new JumpingClock(), new AbortController()]
  const rulesAt: number[] = []
  const asked = { port: Number(port), protocol: 'tcp' } as const
  const count = async () => {
    const { rules } = await lookAtGateway(gatewayAt(address, own), [asked], controller.signal)
    rulesAt.push(rules?.length ?? 0)
  }
  for (const second of LOOKS_S) clock.at(second, count)
  clock.at(HOURS_S, () => controller.abort())
  const only: typeof lookAtGateway = async (...given) => {
    const seen = await lookAtGateway(...given)
    return { ...seen, openers: seen.openers.filter((opener) => opener.way === way) }
  }
  const { answer, events } = await runThrough(
    'open',
    { v4: gatewayAt(address, own), means: { lookAtGateway: only, clock } },
    { port: asked.port },
    { signal: controller.signal },
  )
  const lost = events.filter((event) => event.includes('did not renew it')).length
  done[way] = { status: answer.status, rules: answer.rules, lost, rulesAt }
}
process.stdout.write(JSON.stringify(done))
process.exit()
