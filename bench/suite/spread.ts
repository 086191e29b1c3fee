/** The least, the middle and the most of several measurements of the same thing. */
interface Spread {
  readonly least: number
  readonly median: number
  readonly most: number
}

/** Throws if there is nothing to sum up. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  const [least, most] = [sorted[0], sorted.at(-1)]
  if (least === undefined || most === undefined) throw new Error('nothing was measured')
  return { least, median: quantile(sorted, 0.5), most }
}

/** Returns the one of sorted values below which that share of them lies; between two, their mean by distance. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const [below = Number.NaN, above = Number.NaN] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below + (above - below) * (place - Math.floor(place))
}

/** Returns the spread of the ratios between two series, round by round: what disturbs a whole round disturbs both. */
export function ratios(ones: readonly number[], others: readonly number[]): Spread {
  return spreadOf(pairs(ones, others, (one, other) => one / other))
}

/** Returns the spread of the differences between two series, round by round. */
export function differences(ones: readonly number[], others: readonly number[]): Spread {
  return spreadOf(pairs(ones, others, (one, other) => one - other))
}

function pairs(ones: readonly number[], others: readonly number[], combine: (one: number, other: number) => number): number[] {
  if (ones.length !== others.length) throw new Error(`${ones.length} rounds of one, ${others.length} of the other`)
  return ones.map((one, round) => combine(one, others[round] ?? Number.NaN))
}

/** "9.9 (9.6 to 10.4)" */
export function shown({ least, median, most }: Spread, digits = 1): string {
  return `${median.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`
}
