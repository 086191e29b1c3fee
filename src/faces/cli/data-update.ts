import { type Locale, sayIn } from '../../contract/text.ts'
import { DBIP_CREDIT } from '../../dataset/publishers.ts'
import { UpdateRefusal } from '../../dataset/update/obtain.ts'
import { type Restored, rollBack, type Updated, update } from '../../dataset/update/update.ts'
import { dayOf } from '../../ipdata/bundle.ts'
import type { DatabaseId } from '../../ipdata/embedded.ts'
import { rootsWith } from '../../net/tls/trust.ts'
import { userAgentOf } from '../../net/user-agent.ts'
import { published } from '../../operations/opening/data-age.ts'
import { openRoots } from '../../operations/opening/files.ts'
import { type Config, OPTIONS, variableOf } from '../../settings/options.ts'
import { dataText } from './data.text.ts'
import { failed, jsonText, type Printed, printed } from './output.ts'
import { PercentLine } from './percent.ts'
import { requireFolder, usageError } from './usage-error.ts'
import type { VerbLine } from './verb.ts'

/**
 * `doorstep data update`: takes newer data from files or addresses into the data folder, if they prove sound. Without any, it offers those of a
 * publisher, and fetches nothing unless somebody agrees.
 */
export async function updateData(
  { locale, ...line }: VerbLine,
  offered: readonly string[] = published(Date.now()),
): Promise<Printed> {
  const { config } = line.settings()
  const named = line.lists.get('from') ?? []
  const isOffer = named.length === 0
  if (isOffer && !line.on.has('yes') && !(await isAgreed(offered, config, locale)))
    return failed(dataText.say(locale, 'not-fetched', {}))
  const day = line.given.get('date')
  const date = dayOf(day ?? '')
  if (day !== undefined && date === null) throw usageError(dataText, 'not-a-day', { flag: 'date', value: JSON.stringify(day) })
  const isDataOnStdout = line.on.has('json')
  const order = {
    folder: folderOf(config),
    from: isOffer ? offered : named,
    roots: rootsWith(openRoots(config).certificates),
    userAgent: userAgentOf(config.contact),
    date,
    watch: (id: DatabaseId) => new PercentLine(dataText.say(locale, 'building', { id }), { isDataOnStdout }),
  }
  return orFailed(locale, async () => {
    const updated = await update(order)
    const remarks = updated.remarks.map((remark) => remark[locale])
    return printed(isDataOnStdout ? jsonText({ ...updated, remarks }) : updateText(updated, remarks, order.folder, locale))
  })
}

async function isAgreed(addresses: readonly string[], config: Config, locale: Locale): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw usageError(dataText, 'needs-yes')
  const { licence, attribution: credit, attributionUrl: link } = DBIP_CREDIT
  const folder = folderOf(config)
  const shown = addresses.map((address) => `  ${address}`).join('\n')
  process.stderr.write(dataText.say(locale, 'offer', { licence, credit, link, folder, addresses: shown }))
  for await (const answer of console) return /^(y|yes|예|네)$/i.test(answer.trim())
  return false
}

/** `doorstep data rollback`: returns to the data before the last update. */
export async function rollBackData({ locale, ...line }: VerbLine): Promise<Printed> {
  const folder = folderOf(line.settings().config)
  requireFolder(folder)
  return orFailed(locale, async () => {
    const restored = await rollBack(folder)
    return printed(line.on.has('json') ? jsonText({ restored }) : restored.map((one) => restoredLine(one, locale)).join(''))
  })
}

function folderOf({ dataDir }: Config): string {
  if (dataDir !== null) return dataDir
  throw usageError(dataText, 'needs-folder', { flag: OPTIONS.dataDir.flag, variable: variableOf(OPTIONS.dataDir) })
}

async function orFailed(locale: Locale, act: () => Promise<Printed>): Promise<Printed> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof UpdateRefusal)) throw error
    return failed(dataText.say(locale, 'nothing-changed', { why: error.in(locale) }))
  }
}

function updateText(
  { outcome, replaced, identical }: Updated,
  remarks: readonly string[],
  folder: string,
  locale: Locale,
): string {
  const say = sayIn(dataText, locale)
  const same = identical.map((id) => say('identical', { id }))
  const odd = [...remarks, ...same].map((text) => `${text}\n`).join('')
  if (outcome === 'unchanged') return `${odd}${say('up-to-date')}\n`
  if (outcome === 'rolled-back') return `${say('rolled-back')}\n`
  const lines = replaced.map(({ id, buildDate: date, before, records, agreeing, canaries }) =>
    say('replaced', { id, date, before, records: count(records), agreeing: count(agreeing), canaries: count(canaries) }),
  )
  return odd + [...lines, say('in-use', { folder })].map((text) => `${text}\n`).join('')
}

function restoredLine({ id, origin, buildDate }: Restored, locale: Locale): string {
  const from = dataText.say(locale, origin === 'embedded' ? 'from-file' : 'from-folder', {})
  return `${dataText.say(locale, 'restored', { id, date: buildDate, origin: from })}\n`
}

function count(value: number | null): string {
  return value === null ? '?' : value.toLocaleString('en')
}
