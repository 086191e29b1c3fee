import { type NextAction, nextIn } from '../contract/next-action.ts'
import type { Locale } from '../contract/text.ts'
import { ageText } from './age.text.ts'
import type { IpData } from './lookup.ts'

const DAY_MS = 86_400_000
/** Within a year, many networks get another holder. */
const TRUSTED_DAYS = 365

/** Returns a remark for guidance that rests on the network of an address: nothing, unless the data are more than a year old. */
export function doubtsAbout(ipdata: Pick<IpData, 'dateOf'>, locale: Locale): NextAction[] {
  const days = Math.floor((Date.now() - Date.parse(ipdata.dateOf('network'))) / DAY_MS)
  return days > TRUSTED_DAYS ? [nextIn(ageText, locale)('old-ip-data', { days })] : []
}
