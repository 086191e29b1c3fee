// Listens where it is told, looks at the computer that it runs on, prints what it saw, and ends.
import { machineSources } from '../../../src/home/computer/sources.ts'
import { computerOf } from './recorded.ts'

/** A port to ask about, and the addresses to listen at in the meantime. */
export type Job = { readonly port: number; readonly protocol: 'tcp' | 'udp'; readonly listenAt: readonly string[] }

const { port, protocol, listenAt }: Job = JSON.parse(process.argv[2] ?? '')
for (const hostname of listenAt) {
  if (protocol === 'tcp') Bun.listen({ hostname, port, socket: { data() {} } })
  else await Bun.udpSocket({ hostname, port, socket: { data() {} } })
}
console.log(JSON.stringify(await computerOf(machineSources(), { port, protocol })))
process.exit()
