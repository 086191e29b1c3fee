import { ownCommand } from '../platform/compiled.ts'
import type { Logger } from '../platform/log.ts'

interface Dataset {
  readonly id: string
  readonly buildDate: string
  /** Embedded, from the folder of --data-dir, or a file of the operator's own. */
  readonly origin: 'embedded' | 'data-dir' | 'file'
}

const DAY_MS = 86_400_000
/** Address blocks change hands all the time: after two months one in some hundred answers is wrong. */
const OLD_AFTER_DAYS = 60
const LOOK_EVERY_MS = DAY_MS
/** Who publishes newer data that anybody may fetch: a file a month, under its name. */
const SOURCES: Record<string, string> = {
  city: 'https://download.db-ip.com/free/dbip-city-lite-',
  network: 'https://download.db-ip.com/free/dbip-asn-lite-',
}
/** A month's file comes in its first days. */
const PUBLISHED_AFTER_MS = 5 * DAY_MS
/** Where newer data go, if the settings do not name a folder. */
const FOLDER = 'doorstep-data'
/** What lets an operator's file stand in for the data. */
const RENEWING: Record<string, string> = { city: '--city-db', network: '--asn-db' }
/** Borders of time zones: they move once in years. */
const AGELESS = 'timezone'

/** Returns the command lines that bring newer data in, without another executable: one for each dataset that somebody publishes. */
export function updateCommands(ids: readonly string[], dataDir: string | null, now: number): string[] {
  const month = new Date(now - PUBLISHED_AFTER_MS).toISOString().slice(0, 7)
  return ids.flatMap((id) => {
    const source = SOURCES[id]
    return source === undefined
      ? []
      : [`${ownCommand()} data update --from ${source}${month}.mmdb.gz --data-dir ${dataDir ?? FOLDER}`]
  })
}

/** Warns, once for each, of data that have become old, and says how to renew them. */
export function watchDataAge(
  datasets: () => readonly Dataset[],
  { dataDir }: { readonly dataDir: string | null },
  log: Logger,
): void {
  const warned = new Set<string>()
  const look = () => {
    for (const sentence of oldData(datasets(), dataDir, Date.now())) {
      // The age grows by the day; what is said of it before is known.
      const key = sentence.replace(/\d+ days/, '')
      if (!warned.has(key)) log.warn(sentence)
      warned.add(key)
    }
  }
  // Behind the start line, for which somebody may wait.
  setTimeout(look, 0).unref()
  setInterval(look, LOOK_EVERY_MS).unref()
}

/** Returns whether answers from these data begin to be wrong. */
export function isOld(dataset: Pick<Dataset, 'id' | 'buildDate'>, now: number): boolean {
  return dataset.id !== AGELESS && Math.floor((now - Date.parse(dataset.buildDate)) / DAY_MS) > OLD_AFTER_DAYS
}

/** What is to be said of data that are old: a sentence for all that are embedded, one for the folder, and one for each file of the operator's. */
export function oldData(datasets: readonly Dataset[], dataDir: string | null, now: number): string[] {
  const ageOf = ({ buildDate }: Dataset) => Math.floor((now - Date.parse(buildDate)) / DAY_MS)
  const old = datasets.filter((dataset) => isOld(dataset, now))
  const of = (origin: Dataset['origin']) => old.filter((dataset) => dataset.origin === origin)
  const agesOf = (some: readonly Dataset[]) => `up to ${Math.max(...some.map(ageOf))} days old (${listed(some)})`
  const [embedded, inFolder] = [of('embedded'), of('data-dir')]
  const flags = embedded.flatMap(({ id }) => (RENEWING[id] === undefined ? [] : [`${RENEWING[id]} FILE`]))
  const otherwise = flags.length === 0 ? '' : `, or name newer databases with ${flags.join(' ')}`
  const commandsFor = (some: readonly Dataset[]) =>
    updateCommands(
      some.map(({ id }) => id),
      dataDir,
      now,
    ).join(' && ')
  const ownCommands = commandsFor(embedded)
  const started = dataDir === null ? ` and start with --data-dir ${FOLDER}` : ''
  const update = ownCommands === '' ? '' : `, or run ${ownCommands}${started}`
  return [
    ...(embedded.length === 0
      ? []
      : [`the embedded IP data are ${agesOf(embedded)}: install a newer doorstep${update}${otherwise}`]),
    ...(inFolder.length === 0
      ? []
      : [
          `the IP data in --data-dir are ${agesOf(inFolder)}: ${commandsFor(inFolder) === '' ? 'publish newer data' : `run ${commandsFor(inFolder)}`}`,
        ]),
    ...of('file').map(
      (dataset) =>
        `the file of ${RENEWING[dataset.id]} is ${ageOf(dataset)} days old (${dataset.buildDate}): replace it and send SIGHUP`,
    ),
  ]
}

function listed(datasets: readonly Dataset[]): string {
  return datasets.map(({ id, buildDate }) => `${id} ${buildDate}`).join(', ')
}
