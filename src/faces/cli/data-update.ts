import { statSync } from 'node:fs'
import { readPublicKey } from '../../ipdata/bundle/keys.ts'
import { dayOf } from '../../ipdata/bundle/manifest.ts'
import type { DatabaseId } from '../../ipdata/embedded.ts'
import { rootsWith } from '../../net/tls/trust.ts'
import { userAgentOf } from '../../net/user-agent.ts'
import { openRoots } from '../../opening/files.ts'
import { readOperatorFile } from '../../platform/operator-file.ts'
import type { CommandLine } from '../../settings/command-line.ts'
import { type Config, OPTIONS, variableOf } from '../../settings/options.ts'
import { ConfigError, type Environment, readSettings } from '../../settings/read.ts'
import { UpdateRefusal } from '../../update/refusal.ts'
import { type Restored, rollBack, type Updated, update } from '../../update/update.ts'
import { PercentLine } from './percent.ts'
import { jsonText } from './switches.ts'
import { EXIT_FAILED, type Outcome, printed } from './verb.ts'

/** The file of a public key is a few lines. */
const KEY_MAX_BYTES = 16 * 1024

/** `doorstep data update`: takes newer data from files or addresses into the data folder, if they prove sound. */
export async function updateData(line: CommandLine, environment: Environment): Promise<Outcome> {
  const { config } = readSettings(line, environment)
  const from = line.lists.get('from') ?? []
  if (from.length === 0)
    throw new ConfigError(
      'data update needs --from FILE|URL: a data file, or the files of a source; see doorstep data update --help',
    )
  const date = dateIn(line)
  const isDataOnStdout = line.on.has('json')
  const order = {
    folder: folderOf(config),
    from,
    keys: (line.lists.get('data-key') ?? []).map(keyOf),
    unsigned: line.on.has('unsigned'),
    roots: rootsWith(openRoots(config).certificates),
    userAgent: userAgentOf(config.contact),
    date,
    watch: (id: DatabaseId) => new PercentLine(`building the ${id} data`, { isDataOnStdout }),
  }
  return orFailed(async () => {
    const updated = await update(order)
    return printed(isDataOnStdout ? jsonText(updated) : textOf(updated, order.folder))
  })
}

/** `doorstep data rollback`: returns to the data before the last update. */
export async function rollBackData(line: CommandLine, environment: Environment): Promise<Outcome> {
  const folder = folderOf(readSettings(line, environment).config)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new ConfigError(`--data-dir: ${folder} is not a folder`)
  return orFailed(async () => {
    const restored = await rollBack(folder)
    return printed(line.on.has('json') ? jsonText({ restored }) : restored.map(restoredLine).join(''))
  })
}

function folderOf({ dataDir }: Config): string {
  if (dataDir !== null) return dataDir
  throw new ConfigError(`name the folder of the data with --${OPTIONS.dataDir.flag} FOLDER or ${variableOf(OPTIONS.dataDir)}`)
}

function keyOf(path: string) {
  try {
    return readPublicKey(readOperatorFile(path, KEY_MAX_BYTES).toString())
  } catch (error) {
    throw new ConfigError(`--data-key: ${path} ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
}

async function orFailed(act: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof UpdateRefusal)) throw error
    return { code: EXIT_FAILED, out: '', err: `doorstep: ${error.message}; nothing has changed\n` }
  }
}

function dateIn(line: CommandLine): Date | null {
  const text = line.given.get('date')
  const date = text === undefined ? null : dayOf(text)
  if (text !== undefined && date === null)
    throw new ConfigError(`--date: ${JSON.stringify(text)} is not a day such as 2026-11-01`)
  return date
}

function textOf({ outcome, signedBy, replaced, identical, remarks }: Updated, folder: string): string {
  const same = identical.map((id) => `${id}: identical to the data in use, and so not newer`)
  const odd = [...remarks, ...same].map((text) => `${text}\n`).join('')
  if (outcome === 'unchanged') return `${odd}already up to date\n`
  if (outcome === 'rolled-back')
    return 'unchanged since it was rolled back: not taken again; doorstep data rollback returns to it\n'
  const lines = replaced.map(
    ({ id, buildDate, before, records, agreeing, canaries }) =>
      `${id}: ${buildDate} replaces ${before}; ${count(records)} networks, ${count(agreeing)} of ${count(canaries)} addresses agree`,
  )
  const signer = signedBy === null ? 'not signed' : `signed with the key ${signedBy}`
  return odd + [...lines, `${signer}; in use by every server with --data-dir ${folder}`].map((text) => `${text}\n`).join('')
}

function restoredLine({ id, origin, buildDate }: Restored): string {
  return `${id}: back to ${buildDate}, ${origin === 'embedded' ? 'embedded in the file' : 'from the folder'}\n`
}

function count(value: number | null): string {
  return value === null ? '?' : value.toLocaleString('en')
}
