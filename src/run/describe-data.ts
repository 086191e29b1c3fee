import type { IpData } from '../ipdata/lookup.ts'

const DAY_MS = 86_400_000

/** Describes the data in use with their ages, for `GET /api/data` and `doorstep data --json`. */
export function describeData({ datasets }: Pick<IpData, 'datasets'>) {
  const ageDays = (day: string) => Math.max(0, Math.floor((Date.now() - Date.parse(day)) / DAY_MS))
  return { datasets: datasets.map((dataset) => ({ ...dataset, ageDays: ageDays(dataset.buildDate) })) }
}
