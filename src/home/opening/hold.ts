import { type Locale, sayIn } from '../../contract/text.ts'
import type { ComputerSeen } from '../computer/index.ts'
import type { HomeWorld } from '../define.ts'
import type { Checked, LedHere, Refused } from '../fields.ts'
import {
  checkFromOutside,
  type Door,
  findDoors,
  type Held,
  LEASE_MAX_S,
  type Means,
  makeRule,
  openOnce,
  type Protocol,
} from './doors.ts'
import { openingText } from './opening.text.ts'
import { sayChecked, sayRefusals, sayRule, timeOf } from './say.ts'

interface ToOpen {
  readonly port: number
  readonly externalPort: number
  readonly protocols: readonly Protocol[]
  /** Seconds; null until the signal fires. */
  readonly forS: number | null
}

interface Holding {
  readonly world: HomeWorld
  readonly means: Means
  readonly locale: Locale
  readonly signal: AbortSignal
  report(event: { readonly kind: (typeof EVENT_KINDS)[number]; readonly summary: string }): void
}

export const EVENT_KINDS = ['asking', 'opened', 'refused', 'checked', 'holding', 'renewed', 'lost', 'closing'] as const

export interface HeldOpen {
  readonly asked: ToOpen
  readonly computer: ComputerSeen
  /** The protocols on whose port a program listens. */
  readonly busy: ReadonlySet<Protocol>
  readonly doors: readonly Door[]
  readonly held: Held[]
  readonly refused: Refused[]
  readonly checks: Checked[]
}

/** Opens a port, has it checked, keeps it open, and takes back what it made, whatever ends it. */
export async function holdOpen(asked: ToOpen, holding: Holding): Promise<HeldOpen> {
  const { world, means, signal } = holding
  const seen = await Promise.all(
    asked.protocols.map((protocol) => means.lookAtComputer({ port: asked.port, protocol }, world.sources)),
  )
  const [computer] = seen
  if (!computer) throw new Error('no protocol was asked for')
  const busy = new Set(asked.protocols.filter((_, index) => seen[index]?.listening))
  // Rules are taken back after the signal has fired, so that only the search for ways ends with it.
  const life = new AbortController()
  const endSearch = () => life.abort()
  signal.addEventListener('abort', endSearch, { once: true })
  const looked = asked.protocols.map((protocol) => ({ port: asked.externalPort, protocol }))
  const { v4, v6 } = computer.gateways
  for (const { address } of [v4, v6].filter((one) => one !== null))
    holding.report({ kind: 'asking', summary: openingText.say(holding.locale, 'asking', { gateway: address.text }) })
  const doors = signal.aborted ? [] : await findDoors(computer.gateways, looked, means, life.signal)
  signal.removeEventListener('abort', endSearch)
  const run: HeldOpen = { asked, computer, busy, doors, held: [], refused: [], checks: [] }
  try {
    await openDoors(run, holding)
  } finally {
    await closeDoors(run.held, holding)
    life.abort()
  }
  return run
}

async function openDoors(run: HeldOpen, holding: Holding): Promise<void> {
  const { asked, doors, held } = run
  const { means, locale, signal, report } = holding
  const until = asked.forS === null ? null : means.clock.now() + asked.forS * 1000
  await Promise.all(doors.map((door) => openDoor(door, run, until, holding)))
  if (signal.aborted || held.length === 0) return
  await checkAll(run, holding)
  if (signal.aborted || held.every(({ opener }) => opener === null)) return
  const say = sayIn(openingText, locale)
  const kept = until === null ? say('hold') : say('hold-until', { time: timeOf(until) })
  // The steps come at the end, which some would wait for in vain.
  report({ kind: 'holding', summary: isMissed(run.checks) ? say('hold-missed', { held: kept }) : kept })
  const told = (one: Held, kind: 'lost' | 'renewed') =>
    report({ kind, summary: sayRule(ruleOf(one), { port: asked.port, becomes: kind }, locale) })
  await Promise.all(held.map((one) => keep(one, until, holding, told)))
}

/** Returns whether the server was kept out, over every version of IP that it could check. */
export function isMissed(checks: readonly Checked[]): boolean {
  return checks.some(({ reached }) => reached === 'no') && !checks.some(({ reached }) => reached === 'yes')
}

/** Returns the protocols that were not opened over IPv4, which most people come by; over IPv6 if there is no other gateway. */
export function missingIn({ asked, held, doors }: HeldOpen): Protocol[] {
  const family = doors.some((door) => door.family === 'ipv4') ? 'ipv4' : 'ipv6'
  return asked.protocols.filter(
    (protocol) => !held.some(({ wanted, door }) => wanted.protocol === protocol && door.family === family),
  )
}

async function openDoor(door: Door, { asked, held, refused }: HeldOpen, until: number | null, holding: Holding): Promise<void> {
  const { means, locale, signal, report } = holding
  const now = () => means.clock.now()
  for (const protocol of asked.protocols) {
    if (signal.aborted) return
    // Over IPv6 nothing is translated, so that there is one port only.
    const externalPort = door.family === 'ipv4' ? asked.externalPort : asked.port
    const wanted = { protocol, internalPort: asked.port, externalPort, lifetimeS: leaseFor(until, now()) }
    const found = await makeRule(door, wanted, { now, signal })
    refused.push(...found.refused)
    if (found.held) {
      held.push(found.held)
      report({ kind: 'opened', summary: sayRule(ruleOf(found.held), { port: asked.port, becomes: 'until' }, locale) })
    } else for (const one of found.refused) report({ kind: 'refused', summary: sayRefusals([one], locale).join('') })
  }
}

/** Has every rule checked: both protocols side by side, but one version of IP after the other, since each proof listens on the port. */
async function checkAll({ asked, held, busy, computer, checks }: HeldOpen, holding: Holding): Promise<void> {
  const { world, means, locale, signal, report } = holding
  const { outside } = world
  if (!outside) return
  const checkEach = async (protocol: Protocol) => {
    const isListening = busy.has(protocol)
    for (const one of held.filter(({ wanted }) => wanted.protocol === protocol)) {
      const found = await checkFromOutside(outside, one, { isListening, locale, signal }, means)
      if (signal.aborted) return
      // Through a VPN the server sees the address of the VPN, not that of the router.
      const checked = computer.vpn && found.reached === 'no' ? { ...found, reached: 'cannot-tell' as const } : found
      checks.push(checked)
      report({ kind: 'checked', summary: sayChecked(checked, locale) })
    }
  }
  await Promise.all(asked.protocols.map(checkEach))
}

/** Returns a rule as the answer has it. */
export function ruleOf({ door, way, opener, wanted, externalIp, endsAt, isLeft }: Held): LedHere {
  return {
    protocol: wanted.protocol,
    way,
    family: door.family,
    externalPort: wanted.externalPort,
    externalIp,
    endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
    wasThere: opener === null,
    isLeft,
  }
}

/** A computer that slept notices by this. */
const TICK_MS = 30_000
/** A first renewal that fails is repeated after this, then after twice as long each time. */
const AGAIN_MS = 15_000
const AGAIN_MAX_MS = 600_000
const CLOSE_AGAIN_MS = 1000
/** No gateway is asked more often, however short its leases are. */
const SOONEST_MS = 1000

/** Returns the lease to ask for: an hour at most, and not beyond the end. */
function leaseFor(until: number | null, now: number): number {
  return until === null ? LEASE_MAX_S : Math.max(1, Math.min(LEASE_MAX_S, Math.ceil((until - now) / 1000)))
}

/**
 * Renews a rule at half its time until the end, or until the signal fires. `told` hears that it could not be renewed, and later that it could,
 * or that it has another address by now.
 */
async function keep(
  held: Held,
  until: number | null,
  { means: { clock }, signal }: Holding,
  told: (held: Held, event: 'lost' | 'renewed') => void,
): Promise<void> {
  const end = until ?? Number.POSITIVE_INFINITY
  let failures = 0
  let dueAt = renewalOf(held, clock.now(), end)
  while (!signal.aborted && clock.now() < end) {
    await clock.pause(Math.max(0, Math.min(TICK_MS, dueAt - clock.now(), end - clock.now())), signal)
    if (signal.aborted || clock.now() >= end || clock.now() < dueAt || !held.opener) continue
    const said = await openOnce(held.opener, { ...held.wanted, lifetimeS: leaseFor(until, clock.now()) })
    if ('failed' in said) {
      if (failures === 0) told(held, 'lost')
      dueAt = clock.now() + Math.min(AGAIN_MAX_MS, AGAIN_MS * 2 ** failures++)
      continue
    }
    held.endsAt = clock.now() + said.lifetimeS * 1000
    const isElsewhere = said.externalIp !== null && said.externalIp !== held.externalIp
    held.externalIp = said.externalIp ?? held.externalIp
    if (failures > 0 || isElsewhere) told(held, 'renewed')
    failures = 0
    dueAt = renewalOf(held, clock.now(), end)
  }
}

/** Returns when to renew: at half the time that is left, but not a rule that lasts to the end. */
function renewalOf({ endsAt, opener }: Held, now: number, end: number): number {
  if (!opener || endsAt === null || endsAt >= end) return Number.POSITIVE_INFINITY
  return now + Math.min(LEASE_MAX_S * 500, Math.max(SOONEST_MS, (endsAt - now) / 2))
}

/** Takes back the rules that were made, trying twice. One that cannot be taken back stays until its end. */
async function closeDoors(all: readonly Held[], { means: { clock }, locale, report }: Holding): Promise<void> {
  const ours = all.flatMap((held) => (held.opener ? [{ held, opener: held.opener }] : []))
  if (ours.length === 0) return
  const last = Math.max(0, ...ours.map(({ held }) => held.endsAt ?? 0))
  report({ kind: 'closing', summary: openingText.say(locale, 'closing', { time: timeOf(last) }) })
  await Promise.all(
    ours.map(async ({ held, opener }) => {
      for (let tries = 0; held.isLeft && tries < 2; tries++) {
        if (tries > 0) await clock.pause(CLOSE_AGAIN_MS, new AbortController().signal)
        const said = await opener.close(held.wanted)
        held.isLeft = said !== 'closed' && said.failed !== 'absent'
      }
      if (held.endsAt !== null && held.endsAt <= clock.now()) held.isLeft = false
    }),
  )
}
