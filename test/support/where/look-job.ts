/** Looks where packets end from where it is started, for tests: takes a LookJob as JSON, prints a line for each look as it ends. */
import { probeTcp } from '../../../src/net/tcp/index.ts'
import { probeUdp } from '../../../src/net/udp/index.ts'
import { Where, type WhereFinding } from '../../../src/net/where/index.ts'
import { mintRequester } from '../../../src/policy/target.ts'
import { freshBounds } from '../net/bounds.ts'
import { addressOf } from '../policy/rules.ts'

export interface LookJob {
  readonly address: string
  readonly protocol: 'tcp' | 'udp'
  /** A look at each, all at once. */
  readonly ports: readonly number[]
}

export interface Looked {
  readonly port: number
  readonly status: string
  readonly where: WhereFinding | null
  readonly elapsedMs: number
}

const PAYLOADS = [Buffer.from('doorstep')]

async function look({ address, protocol }: LookJob, port: number): Promise<Looked> {
  const to = mintRequester(addressOf(address), port)
  const bounds = freshBounds()
  const started = performance.now()
  const plain = protocol === 'tcp' ? probeTcp(to, bounds) : probeUdp(to, PAYLOADS, bounds)
  const payloads = protocol === 'tcp' ? [] : PAYLOADS
  const where = await new Where(bounds).look({ to, protocol, payloads, plain })
  return { port, status: (await plain).status, where, elapsedMs: performance.now() - started }
}

if (import.meta.main) {
  const job: LookJob = JSON.parse(process.argv[2] ?? '')
  await Promise.all(job.ports.map(async (port) => console.log(JSON.stringify(await look(job, port)))))
}
