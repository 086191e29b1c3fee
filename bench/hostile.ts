#!/usr/bin/env bun
/**
 * Measures the cost of one request that a hostile peer answers with the worst that a grammar allows, at a sixteenth, a quarter and all of
 * the largest size, as a Markdown table; goals: test/support/hostile/bounds.ts. Then the cost of the dearest requests that are not charged
 * to a limit. A regular expression selects cases. Needs Linux, root and Debian's iproute2, tcpdump, openssl and unbound; sends nothing out
 * of its namespaces.
 */
import { cpus, release } from 'node:os'
import { costOf } from '../test/support/door/cost.ts'
import { everyRequest } from '../test/support/door/every-request.ts'
import { sentIn } from '../test/support/hostile/bounds.ts'
import type { Case } from '../test/support/hostile/case.ts'
import { DNS_CASES, RESOLVED_CASES } from '../test/support/hostile/dns-cases.ts'
import { type HostileLab, startHostileLab } from '../test/support/hostile/lab.ts'
import { PATH_CASES } from '../test/support/hostile/path-cases.ts'
import { DIVISORS } from '../test/support/hostile/shape.ts'
import { HTTP_CASES, TLS_CASES } from '../test/support/hostile/stream-cases.ts'
import { type Tried, tryAll } from '../test/support/hostile/try.ts'
import { startServer } from '../test/support/server.ts'

const chosen = new RegExp(process.argv[2] ?? '.')

async function table(cases: readonly Case[], lab: HostileLab): Promise<void> {
  for (const one of cases) {
    const { tried, broken } = await tryAll(lab, one, one.isSlow ? [1] : (one.sizes ?? DIVISORS))
    console.log(`| ${[one.name, ...columns(tried), broken.join('; ')].join(' | ')} |`)
  }
}

function columns(tried: readonly Tried[]): string[] {
  const each = (show: (one: Tried) => string) => tried.map(show).join(' / ')
  const last = tried.at(-1)?.measured
  const { questions = 0, questionsToStranger = 0, handshakes = 0, probes = 0 } = last ? sentIn(last.packets) : {}
  return [
    each(({ measured: { cost } }) => cost.absenceMs.toFixed(1)),
    each(({ measured: { cost } }) => cost.absenceWallMs.toFixed(0)),
    each(({ measured: { cost } }) => (cost.peakMb - cost.beforeMb).toFixed(1)),
    `${questions} (${questionsToStranger})`,
    String(handshakes),
    String(probes),
    each(({ measured: { answers } }) => (Math.max(...answers.map(({ elapsedMs }) => elapsedMs)) / 1000).toFixed(2)),
    each(({ measured: { answers } }) => (Math.max(...answers.map(({ text }) => text.length)) / 1024).toFixed(0)),
    last?.answers.map(({ status }) => status).join() ?? '',
  ]
}

console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}, Bun ${Bun.version}\n`)
console.log(
  '| case | away, ms of processor | by the clock | memory, MB | questions (to one stranger) | handshakes | probes | answered, s | answer, KiB | status | over its bounds |',
)
console.log(`|${' --- |'.repeat(11)}`)
for (const [cases, resolver] of [
  [[...DNS_CASES, ...TLS_CASES, ...HTTP_CASES, ...PATH_CASES], 'passing'],
  [RESOLVED_CASES.map((one) => ({ ...one, name: `${one.name}, through unbound` })), 'unbound'],
] as const) {
  const some = cases.filter(({ name }) => chosen.test(name))
  if (some.length === 0) continue
  await using lab = await startHostileLab({ resolver })
  await table(some, lab)
}

await using server = await startServer({
  args: ['--rate-limit', '1000000/s', '--trusted-proxies', '127.0.0.1', '--metrics', '--compat'],
})
const asked = (await everyRequest(server.url)).filter(({ name }) => chosen.test(name))
const costs = await Array.fromAsync(asked, (one) => costOf(server, one, { rounds: 5, requests: 20 }))
const free = costs.filter(({ isCharged }) => !isCharged).toSorted((one, other) => other.cpuMs - one.cpuMs)
console.log(
  `\n${costs.length} requests for every route, ${free.length} of them free; ms of processor for the dearest of these, goal 0.5:`,
)
for (const { name, status, cpuMs } of free.slice(0, 20)) console.log(`  ${cpuMs.toFixed(2)}  ${status} ${name}`)
