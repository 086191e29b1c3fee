import { ownCommand } from '../platform/compiled.ts'
import type { Logger } from '../platform/log.ts'

interface Dataset {
  readonly id: string
  readonly buildDate: string
}

const DAY_MS = 86_400_000
/** The age at which data are old. Address blocks change hands all the time: after two months about one answer in a hundred is wrong. */
const OLD_AFTER_DAYS = 60
const LOOK_EVERY_MS = DAY_MS
/** The public sources of newer data: a file for each month, named after it. */
const SOURCES: Record<string, string> = {
  city: 'https://download.db-ip.com/free/dbip-city-lite-',
  network: 'https://download.db-ip.com/free/dbip-asn-lite-',
}
/** The file of a month is published in its first days. */
const PUBLISHED_AFTER_MS = 5 * DAY_MS
/** The folder for newer data if the settings do not name one. */
const FOLDER = 'doorstep-data'
/** The borders of time zones: they change once in years. */
const AGELESS = 'timezone'

/** Returns the command lines that fetch newer data without another executable: one for each dataset with a public source. */
export function updateCommands(ids: readonly string[], dataDir: string | null, now: number): string[] {
  const month = new Date(now - PUBLISHED_AFTER_MS).toISOString().slice(0, 7)
  return ids.flatMap((id) => {
    const source = SOURCES[id]
    return source === undefined
      ? []
      : [`${ownCommand()} data update --from ${source}${month}.mmdb.gz --data-dir ${dataDir ?? FOLDER}`]
  })
}

/** Warns once when data have become old, and again when others have. */
export function watchDataAge(datasets: () => readonly Dataset[], log: Logger): void {
  let warned = ''
  const look = () => {
    const sentence = oldData(datasets(), Date.now())
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

/** Returns the warning about old data, in one short line; null if all are young. */
export function oldData(datasets: readonly Dataset[], now: number): string | null {
  const [oldest] = datasets
    .filter((dataset) => isOld(dataset, now))
    .sort((one, other) => (one.buildDate < other.buildDate ? -1 : 1))
  return oldest === undefined
    ? null
    : `the IP data are up to ${ageOf(oldest, now)} days old (${oldest.id} ${oldest.buildDate}): ${ownCommand()} doctor says how to renew them`
}

function ageOf({ buildDate }: Pick<Dataset, 'buildDate'>, now: number): number {
  return Math.floor((now - Date.parse(buildDate)) / DAY_MS)
}
