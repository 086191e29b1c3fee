// Hosts with several addresses, some of which a firewall drops or rejects.
import { expect } from 'bun:test'
import { join } from 'node:path'
import type { Told } from '../src/net/http/ask-job.ts'
import { labTest } from '../support/lab.ts'
import { makeNamespace, run } from '../support/net/namespace.ts'
import { ROOT } from '../support/server.ts'

const SCRIPT = join(ROOT, 'test', 'src', 'net', 'http', 'ask-job.ts')
const NEEDS = { programs: ['ip', 'nft'], root: true }
const [SERVES, DROPS, DROPS_TOO, UNREACHABLE, PROHIBITED, RESETS] = [1, 2, 3, 4, 5, 6].map((last) => `127.0.0.${last}`)
const FIREWALL = [
  'table ip doorstep {',
  'chain input {',
  'type filter hook input priority 0',
  `ip daddr { ${DROPS}, ${DROPS_TOO} } drop`,
  `ip daddr ${UNREACHABLE} reject with icmp type host-unreachable`,
  `ip daddr ${PROHIBITED} reject with icmp type admin-prohibited`,
  `ip daddr ${RESETS} meta l4proto tcp reject with tcp reset`,
  '}',
  '}\n',
].join('\n')

/** Only a hang takes longer; the speed is measured in bench/. */
const LATEST_MS = 8000

const CASES = [
  [[SERVES], 'response', null, null, SERVES, [0, LATEST_MS]],
  [[DROPS, SERVES], 'response', null, null, SERVES, [240, LATEST_MS]],
  [[RESETS, SERVES], 'response', null, null, SERVES, [0, LATEST_MS]],
  [[UNREACHABLE, SERVES], 'response', null, null, SERVES, [0, LATEST_MS]],
  // A third address of a family is not tried.
  [[DROPS, DROPS_TOO, SERVES], 'timeout', 'no-answer', 'tcp', DROPS, [1990, LATEST_MS]],
  [[RESETS, PROHIBITED, SERVES], 'connect-failed', 'connection-refused', 'tcp', RESETS, [0, LATEST_MS]],
  [[RESETS], 'connect-failed', 'connection-refused', 'tcp', RESETS, [0, LATEST_MS]],
  [[UNREACHABLE], 'connect-failed', 'host-unreachable', 'icmp', UNREACHABLE, [0, LATEST_MS]],
  [[PROHIBITED], 'connect-failed', 'admin-prohibited', 'icmp', PROHIBITED, [0, LATEST_MS]],
  [[UNREACHABLE, RESETS], 'connect-failed', 'connection-refused', 'tcp', RESETS, [0, LATEST_MS]],
  [[DROPS], 'timeout', 'no-answer', 'tcp', DROPS, [1990, LATEST_MS]],
  [[UNREACHABLE, DROPS], 'timeout', 'no-answer', 'tcp', DROPS, [1990, LATEST_MS]],
] as const

labTest('the first that answers is asked, and of those that do not the most telling is told', NEEDS, async () => {
  await using machine = await makeNamespace()
  await run(machine.inside(['nft', '-f', '-']), { input: FIREWALL })
  const lists = JSON.stringify(CASES.map(([addresses]) => addresses))
  const told: Told[] = JSON.parse(await run(machine.inside([process.execPath, SCRIPT, lists])))
  for (const [index, [addresses, outcome, reason, failedLayer, address, [least, most]]] of CASES.entries()) {
    const { elapsedMs, ...rest } = told[index] ?? { elapsedMs: -1 }
    expect([addresses, rest]).toEqual([addresses, { outcome, reason, failedLayer, address }] as never)
    expect(elapsedMs).toBeWithin(least, most)
  }
})
