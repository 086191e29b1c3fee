/** Starts a site on 127.0.0.1 in the namespace it runs in and requests it by lists of addresses, given as JSON; prints the results. */
import { OK, startFaultHttp } from '../../../support/net/fault-http.ts'
import { ask } from './asking.ts'

export interface Told {
  readonly outcome: string
  readonly reason: string | null
  readonly failedLayer: string | null
  readonly address: string | null
  readonly elapsedMs: number
}

const FOR_MS = 2000

if (import.meta.main) {
  const lists: string[][] = JSON.parse(process.argv[2] ?? '[]')
  const told: Told[] = []
  await using site = await startFaultHttp((back) => back.send(OK))
  for (const addresses of lists) {
    const started = performance.now()
    const { outcome, reason, failedLayer, address } = await ask(site.url, { addresses, forMs: FOR_MS })
    told.push({ outcome, reason, failedLayer, address, elapsedMs: performance.now() - started })
  }
  console.log(JSON.stringify(told))
}
