import { type BlockOf, facts } from '../contract/blocks.ts'
import { type NextAction, nextIn } from '../contract/next-action.ts'
import { type Locale, sayIn } from '../contract/text.ts'
import type { IpData } from './lookup.ts'
import { ageText, toldText } from './told.text.ts'

interface Source {
  readonly ipVersion: number
  readonly dataDate: string
  readonly continent?: string | null
}

/** Returns the facts on what the data say of an address and how old they are, for those who ask. */
export function sourceFacts({ ipVersion, dataDate, continent }: Source, locale: Locale): BlockOf<'facts'> {
  const say = sayIn(toldText, locale)
  const rows = [
    [say('continent'), continent],
    [say('version'), `IPv${ipVersion}`],
    [say('data'), dataDate],
  ] as const
  return facts(rows, { more: true })
}

/** Returns the facts on the network of an address. */
export function networkFacts(organization: string | null, asns: readonly number[], locale: Locale) {
  const say = sayIn(toldText, locale)
  return [[say('network'), organization] as const, [say('asn'), asns.map((asn) => `AS${asn}`).join(', ')] as const]
}

const DAY_MS = 86_400_000
/** Within a year, many networks get another holder. */
const TRUSTED_DAYS = 365

/** Returns a remark for guidance that rests on the network of an address: nothing, unless the data are more than a year old. */
export function doubtsAbout(ipdata: Pick<IpData, 'dateOf'>, locale: Locale): NextAction[] {
  const days = Math.floor((Date.now() - Date.parse(ipdata.dateOf('network'))) / DAY_MS)
  return days > TRUSTED_DAYS ? [nextIn(ageText, locale)('old-ip-data', { days })] : []
}
