// Fifteen clients of one /48, who take every connection and every check that they get, until it is killed.
// usage: bun bench/load/network-job.ts <host> <port> <network>
import { idleCrowd } from '../../test/support/door/crowd.ts'
import { requestText } from './mix.ts'
import { Wire } from './wire.ts'
import { SILENT_PORT } from './world.ts'

const [host = '', port = '0', network = ''] = process.argv.slice(2)
const CLIENTS = 15
const CONNECTIONS = 240
const CHECKS = 16

const counts: Record<string, number> = {}
const addresses = Array.from({ length: CLIENTS }, (_, index) => `${network}:${(index + 1).toString(16)}::1`)

/** Runs a check with a target of its own for each client, so that the limit for targets does not come first. */
async function check(from: string, index: number): Promise<void> {
  const body = JSON.stringify({ host: `198.18.98.${index + 1}`, port: SILENT_PORT })
  const asked = requestText({ method: 'POST', path: '/api/tools/ssl-check', client: null, body })
  for (let wire = new Wire(host, Number(port), from); ; ) {
    const reply = await wire.ask(asked)
    const key = String(reply?.status ?? 'cut off')
    counts[key] = (counts[key] ?? 0) + 1
    if (reply?.status !== 200) await Bun.sleep(1000)
    if (!wire.isOpen) wire = new Wire(host, Number(port), from)
  }
}

for (const [index, from] of addresses.entries()) {
  void idleCrowd(Number(port), from, CONNECTIONS, host)
  for (let running = 0; running < CHECKS; running++) void check(from, index)
}
setInterval(() => console.log(JSON.stringify(counts)), 1000)
