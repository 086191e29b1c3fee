import { ownCommand } from '../../platform/compiled.ts'
import type { Logger } from '../../platform/log.ts'

interface Dataset {
  readonly id: string
  readonly buildDate: string
  /** The place that it was read from: only the operator can replace a file of theirs. */
  readonly origin?: string
}

const DAY_MS = 86_400_000
/** The age at which data are old. Address blocks change hands all the time: after two months about one answer in a hundred is wrong. */
const OLD_AFTER_DAYS = 60
const LOOK_EVERY_MS = DAY_MS
/** The publisher of newer data that offers them to everybody: a file for each month, named after it. */
const PUBLISHER = 'https://download.db-ip.com/free/dbip-'
const PUBLISHED = { city: 'city-lite', network: 'asn-lite' }
/** The file of a month is published in its first days. */
const PUBLISHED_AFTER_MS = 5 * DAY_MS
const FOLDER = 'doorstep-data'
/** The borders of time zones: they change once in years. */
const AGELESS = 'timezone'

/** Returns the addresses of the newest data of the publisher, which belong together. */
export function published(now: number): string[] {
  const month = new Date(now - PUBLISHED_AFTER_MS).toISOString().slice(0, 7)
  return Object.values(PUBLISHED).map((name) => `${PUBLISHER}${name}-${month}.mmdb.gz`)
}

/** Returns the command line that offers newer data without another executable; null if the publisher has none of these. */
export function updateCommand(ids: readonly string[], dataDir: string | null): string | null {
  return ids.some((id) => id in PUBLISHED) ? `${ownCommand()} data update --data-dir ${dataDir ?? FOLDER}` : null
}

/** Warns once when data have become old, and again when others have. */
export function watchDataAge(datasets: () => readonly Dataset[], dataDir: string | null, log: Logger): void {
  let warned = ''
  const look = () => {
    const sentence = oldData(datasets(), dataDir, Date.now())
    // The age grows every day; the rest of the sentence has been logged already.
    const key = sentence?.replace(/\d+ days/, '') ?? ''
    if (sentence !== null && key !== warned) log.warn(sentence)
    warned = key
  }
  // After the start line, which must not wait for it.
  setTimeout(look, 0).unref()
  setInterval(look, LOOK_EVERY_MS).unref()
}

/** Returns whether these data are so old that answers from them begin to be wrong. */
export function isOld(dataset: Pick<Dataset, 'id' | 'buildDate'>, now: number): boolean {
  return dataset.id !== AGELESS && ageOf(dataset, now) > OLD_AFTER_DAYS
}

/** Returns the warning about old data, in one short line with the command that renews them; null if all are young. */
export function oldData(datasets: readonly Dataset[], dataDir: string | null, now: number): string | null {
  const [oldest] = datasets
    .filter((dataset) => isOld(dataset, now))
    .sort((one, other) => (one.buildDate < other.buildDate ? -1 : 1))
  if (oldest === undefined) return null
  const command = oldest.origin === 'file' ? null : updateCommand([oldest.id], dataDir)
  const remedy = command === null ? `${ownCommand()} doctor says how to renew them` : `${command} renews them`
  return `the IP data are up to ${ageOf(oldest, now)} days old (${oldest.id} ${oldest.buildDate}): ${remedy}`
}

function ageOf({ buildDate }: Pick<Dataset, 'buildDate'>, now: number): number {
  return Math.floor((now - Date.parse(buildDate)) / DAY_MS)
}
