// Listens where it is told, looks at the computer that it runs on, prints what it saw, and ends.
import { lookAtComputer } from '../../../src/home/computer/index.ts'
import { machineSources } from '../../../src/home/computer/sources.ts'

/** A port to ask about, and the addresses to listen at in the meantime. */
export type Job = { readonly port: number; readonly protocol: 'tcp' | 'udp'; readonly listenAt: readonly string[] }

const { port, protocol, listenAt }: Job = JSON.parse(process.argv[2] ?? '')
for (const hostname of listenAt) {
  if (protocol === 'tcp') Bun.listen({ hostname, port, socket: { data() {} } })
  else await Bun.udpSocket({ hostname, port, socket: { data() {} } })
}
const { gateways, ...seen } = await lookAtComputer({ port, protocol }, machineSources())
const { v4, v6 } = gateways
console.log(JSON.stringify({ ...seen, gateways: [v4 && [v4.host, v4.own.text], v6 && [v6.host, v6.own.text]] }))
process.exit()
