// Tries cases out, size by size, and reports the exceeded bounds.

import { answerBroken, costBroken, packetsBroken } from './bounds.ts'
import { type Case, SIZES } from './case.ts'
import type { HostileLab, Measured } from './lab.ts'
import type { Divisor } from './shape.ts'

export interface Tried {
  readonly divisor: Divisor
  readonly measured: Measured
  /** Empty if everything is within its bounds. */
  readonly broken: readonly string[]
}

/** The tries of a case: the cost of a collection of garbage or a compilation is not the stranger's doing, and is gone the next time. */
const TRIES = 3
/** A multiple of a bound that is not noise. */
const CLEARLY = 3
/** The growth of processor time that is allowed for four times the size, and this tolerance. */
const GROWTH_MOST = 6
const GROWTH_SPARE_MS = 40

/** Returns one size of a case; several times if its cost is over its bounds. */
export async function tryOut(lab: HostileLab, one: Case, divisor: Divisor): Promise<Tried> {
  const request = one.request(divisor)
  for (let tries = 1; ; tries++) {
    const measured = await lab.measure(request)
    const cost = costBroken(measured)
    const others = [
      ...(measured.plays === 0 ? ['nobody played'] : []),
      ...measured.answers.flatMap((answer) => answerBroken(answer, request)),
      ...packetsBroken(measured.packets, request),
    ]
    if (cost.length === 0 || others.length > 0 || tries === TRIES) return { divisor, measured, broken: [...cost, ...others] }
  }
}

/** Returns every size of a case, and whether its cost grows faster than they do. */
export async function tryAll(
  lab: HostileLab,
  one: Case,
  sizes = one.sizes ?? SIZES,
): Promise<{ tried: Tried[]; broken: string[] }> {
  const tried: Tried[] = []
  for (const divisor of sizes) tried.push(await tryOut(lab, one, divisor))
  const broken = tried.flatMap((some) => some.broken.map((what) => `${sizeName(some.divisor)}: ${what}`))
  return { tried, broken: [...broken, ...(await growthBroken(lab, one, tried))] }
}

/** Compares the whole with the quarter; again, if there may have been noise. */
async function growthBroken(lab: HostileLab, one: Case, tried: readonly Tried[]): Promise<string[]> {
  const costOf = (size: Divisor) => tried.find(({ divisor }) => divisor === size)?.measured.cost.cpuMs
  let [quarterMs, wholeMs] = [costOf(4), costOf(1)]
  if (quarterMs === undefined || wholeMs === undefined) return []
  for (let tries = 1; ; tries++) {
    if (wholeMs <= GROWTH_MOST * quarterMs + (one.spareMs ?? GROWTH_SPARE_MS)) return []
    if (tries === TRIES || wholeMs > CLEARLY * GROWTH_MOST * quarterMs) break
    quarterMs = Math.max(quarterMs, (await lab.measure(one.request(4))).cost.cpuMs)
    wholeMs = Math.min(wholeMs, (await lab.measure(one.request(1))).cost.cpuMs)
  }
  return [`four times as much took ${wholeMs.toFixed(0)} ms after ${quarterMs.toFixed(0)} ms`]
}

function sizeName(divisor: Divisor): string {
  return divisor === 1 ? 'in full' : `1/${divisor}`
}

/** Tries cases that wait, all at once: their cost together is within the bounds of one. */
export async function tryTogether(lab: HostileLab, cases: readonly Case[]): Promise<string[]> {
  const requests = cases.map((one) => one.request(one.sizes?.[0] ?? 1))
  const measured = await lab.measure(...requests)
  const targets = cases.map(({ target }) => target)
  return [
    ...(measured.plays < cases.length ? [`only ${measured.plays} were played`] : []),
    ...costBroken(measured),
    ...requests.flatMap((request, index) => {
      const { name, target } = cases[index] ?? { name: '' }
      const answer = measured.answers[index]
      const sent = target === undefined ? [] : measured.packets.filter(({ to }) => to === target)
      const broken = [...(answer ? answerBroken(answer, request) : []), ...packetsBroken(sent, request)]
      return broken.map((what) => `${name}: ${what}`)
    }),
    ...packetsBroken(
      measured.packets.filter(({ to }) => !targets.includes(to)),
      { tool: 'all of them', body: {} },
      cases.length,
    ),
  ]
}
