// Somebody who presses "check again": the limit of what an address gets is a matter of this server, and changes nothing about what it finds.

import { describe, expect } from 'bun:test'
import { labTest, samples } from '../support/lab.ts'
import { captured, excessOf } from '../support/net/capture.ts'
import { run } from '../support/net/namespace.ts'
import { HOME_LAB_NEEDS, type HomeLab, PORT, publicAddress, startHomeLab } from '../support/router/home-lab.ts'
import { shared } from '../support/shared.ts'

const NEEDS = { ...HOME_LAB_NEEDS, programs: [...HOME_LAB_NEEDS.programs, 'tcpdump'] }
const IN_A_ROW = 5
/** The people of the home who press it at the same time, so that all of them want more than the address may get; each of them in each round. */
const PEOPLE = 4
/** The packets that may be late by the time that they take to the target. */
const LATE = 2

/** Ports whose answer comes at once: only the limit slows a check down. */
const REQUESTS = [
  { title: 'an open port, over HTTP', request: { port: PORT.forwarded, scheme: 'http' } },
  { title: 'a port that the device refuses', request: { port: PORT.nobodyThere } },
  { title: 'a port that the router refuses', request: { port: PORT.routerRefuses } },
] as const

const startedLab = shared(startLab)

async function startLab(): Promise<HomeLab> {
  const started = await startHomeLab({ homes: ['single'], args: ['--rate-limit', 'off'] })
  // Routers report a packet that expired to one asker once a second, which is a limit of theirs.
  const unlimited = ['sysctl', '-qw', 'net.ipv4.icmp_ratelimit=0', 'net.ipv6.icmp.ratelimit=0']
  await run(started.insideRouter('single', unlimited))
  return started
}

type Answer = Awaited<ReturnType<HomeLab['ask']>>

/** Returns the finding without times, and without the numbers of packets, which depend on when answers came. */
function findingOf({ headline, verdict, blockedAt, identity, cause, steps, nextActions }: Answer) {
  const [where] = steps.flatMap(({ result }: Answer) => result?.where ?? [])
  return {
    headline,
    verdict,
    blockedAt,
    identity,
    cause,
    steps: steps.map(({ step, status, code, summary }: Answer) => ({ step, status, code, summary })),
    where: where && { verdict: where.verdict, rule: where.forwardingRule, forwarders: where.forwarders },
    next: nextActions.map(({ code, text }: Answer) => [code, text]),
  }
}

describe('five checks in a row', () => {
  for (const { title, request } of REQUESTS)
    labTest(`${title}: the same finding five times, and no packet too many`, NEEDS, async () => {
      const started = await startedLab()
      // The limits of the two families are each other's equals, and nothing is shared.
      await Promise.all(([4, 6] as const).map((family) => checkInARow(started, family, request)))
    })
})

async function checkInARow({ ask, insideRouter }: HomeLab, family: 4 | 6, request: object): Promise<void> {
  const rounds = samples(1, 2)
  const found: object[] = []
  const press = async () => {
    for (let time = 0; time < rounds * IN_A_ROW; time++) found.push(findingOf(await ask('single', family, request)))
  }
  const checkAgain = async () => void (await Promise.all(Array.from({ length: PEOPLE }, press)))
  const router = { inside: (command: readonly string[]) => insideRouter('single', command) }
  const sent = await captured(router, checkAgain, { device: 'wan', to: publicAddress('single', family), family })
  expect(found).toEqual(Array(PEOPLE * rounds * IN_A_ROW).fill(found[0]))
  expect(sent.length).toBeGreaterThanOrEqual(found.length)
  expect(excessOf(sent)).toBeLessThanOrEqual(LATE)
}

labTest('a check among 36 others at once finds the same as alone, or is refused', NEEDS, async () => {
  const { ask } = await startedLab()
  const check = async () => {
    const answer = await ask('single', 4, { port: PORT.forwarded, scheme: 'http' })
    return answer.code === 'rate-limited' ? null : findingOf(answer)
  }
  const alone = await check()
  for (let round = 0; round < samples(2, 8); round++) {
    const others = Array.from({ length: 36 }, () => ask('single', 4, { port: PORT.forwarded }))
    for (const one of await Promise.all([check(), check()])) expect([null, alone]).toContainEqual(one)
    for (const { code, steps } of await Promise.all(others))
      if (code !== 'rate-limited') expect(steps.map((step: Answer) => step.status)).not.toContain('problem')
  }
})
