/** Asks the gateway from where it is started, for tests: takes a GatewayJob as JSON, prints a GatewayOutcome. */
import { type AskedPort, type GatewaySeen, lookAtGateway, type Wanted, type Way } from '../../../src/net/gateway/index.ts'
import { parseAddress } from '../../../src/policy/address.ts'
import { admitGateway } from '../../../src/policy/gateway.ts'

export interface GatewayJob {
  readonly gateway: string
  readonly own: string
  readonly asked?: AskedPort
  /** In this order, after a look. */
  readonly steps?: readonly { readonly way: Way; readonly action: 'open' | 'close'; readonly wanted: Wanted }[]
  /** Whether to end the signal before the steps. */
  readonly isEnded?: boolean
}

export interface GatewayOutcome {
  readonly seen: Omit<GatewaySeen, 'openers'>
  readonly elapsedMs: number
  readonly ways: readonly Way[]
  readonly done: readonly unknown[]
}

function addressOf(text: string) {
  const address = parseAddress(text)
  if (!address) throw new Error(`not an address: ${text}`)
  return address
}

async function work({ gateway: address, own, asked, steps = [], isEnded = false }: GatewayJob): Promise<GatewayOutcome> {
  const gateway = admitGateway({ gateway: addressOf(address), interface: 'wan', own: addressOf(own) })
  if (!gateway) throw new Error(`not a gateway: ${address}`)
  const controller = new AbortController()
  const started = performance.now()
  const { openers, ...seen } = await lookAtGateway(gateway, asked ? [asked] : [], controller.signal)
  const elapsedMs = performance.now() - started
  if (isEnded) controller.abort()
  const done: unknown[] = []
  for (const { way, action, wanted } of steps)
    done.push((await openers.find((opener) => opener.way === way)?.[action](wanted)) ?? null)
  return { seen, elapsedMs, ways: openers.map(({ way }) => way), done }
}

if (import.meta.main) console.log(JSON.stringify(await work(JSON.parse(process.argv[2] ?? ''))))
