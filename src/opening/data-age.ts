import { ownCommand } from '../platform/compiled.ts'
import type { Logger } from '../platform/log.ts'

interface Dataset {
  readonly id: string
  readonly buildDate: string
  /** The place that the data come from; `file` is a file of the operator's own. */
  readonly origin: 'embedded' | 'data-dir' | 'file'
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
/** The flags that replace embedded data by an operator's file. */
const RENEWING: Record<string, string> = { city: '--city-db', network: '--asn-db' }
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

/** Warns once about each dataset that has become old, and says how to renew it. */
export function watchDataAge(
  datasets: () => readonly Dataset[],
  { dataDir }: { readonly dataDir: string | null },
  log: Logger,
): void {
  const warned = new Set<string>()
  const look = () => {
    for (const sentence of oldData(datasets(), dataDir, Date.now())) {
      // The age grows every day; the rest of the sentence has been logged already.
      const key = sentence.replace(/\d+ days/, '')
      if (!warned.has(key)) log.warn(sentence)
      warned.add(key)
    }
  }
  // After the start line, which must not wait for it.
  setTimeout(look, 0).unref()
  setInterval(look, LOOK_EVERY_MS).unref()
}

/** Returns whether these data are so old that answers from them begin to be wrong. */
export function isOld(dataset: Pick<Dataset, 'id' | 'buildDate'>, now: number): boolean {
  return dataset.id !== AGELESS && Math.floor((now - Date.parse(dataset.buildDate)) / DAY_MS) > OLD_AFTER_DAYS
}

/** Returns the warnings about old data: one for all that are embedded, one for the folder, and one for each file of the operator's. */
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
