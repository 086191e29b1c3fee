import type { Locale } from '../../../../src/contract/text.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import { isPrivateAddress } from '../../../../src/policy/admit.ts'
import type { Catalogue } from '../../../../src/router/catalogue/index.ts'
import type { LoginTarget } from '../../../../src/router/login/fields.ts'

/** The parts of an answer that are meant for a person. */
export interface Readable {
  readonly targets: readonly (LoginTarget & { order: number })[]
  readonly sentences: readonly string[]
}

const HANGUL = /[가-힣]/
const HOLLOW = /[{}]|undefined|\bnull\b|NaN|\[object/
const PASSWORD =
  /\b(admin|root|user)\s*\/\s*\w+|(password|passwd|비밀번호|암호)\s*(is|[:=])\s*['"]?\w*\d|\b(admin1234|1q2w3e|qwerty)\b/i

/**
 * Lists everything that is missing or wrong in an answer, a line each. `korean`: the boxes speak Korean, so that their words are in English
 * answers as well.
 */
export function faultsOf({ targets, sentences }: Readable, locale: Locale, catalogue: Catalogue, korean: boolean): string[] {
  const all = [...sentences, ...targets.flatMap(({ reason, handoff }) => [reason, handoff.expect, handoff.ifFails])]
  const faults = all.flatMap((sentence) => [
    ...(sentence.trim() === '' ? ['an empty sentence'] : []),
    ...(HOLLOW.test(sentence) ? [`a hole: ${sentence}`] : []),
    ...(PASSWORD.test(sentence) ? [`a password: ${sentence}`] : []),
    ...(/ {2}|\.\.|：/.test(sentence) ? [`sloppy: ${sentence}`] : []),
    ...(locale === 'ko' && !HANGUL.test(sentence) ? [`not in Korean: ${sentence}`] : []),
    ...(locale === 'en' && !korean && HANGUL.test(sentence) ? [`not in English: ${sentence}`] : []),
  ])
  const urls = targets.flatMap(({ url }) => (url === null ? [] : [url]))
  return [
    ...faults,
    ...(targets.length === 0 ? ['no target'] : []),
    ...targets.flatMap((target, index) => faultsOfTarget(target, index, catalogue)),
    ...(new Set(urls).size === urls.length ? [] : [`twice: ${urls}`]),
  ]
}

function faultsOfTarget(
  { order, kind, label, url, handoff }: LoginTarget & { order: number },
  index: number,
  catalogue: Catalogue,
): string[] {
  const { open, app } = handoff
  return [
    ...(order === index + 1 ? [] : [`order ${order} at ${index}`]),
    ...(label.trim() === '' || HOLLOW.test(label) ? [`label ${label}`] : []),
    ...(open === 'browser' && handoff.url === null ? ['a browser without a URL'] : []),
    ...(open === 'app' && !app ? ['an app without a name'] : []),
    ...(kind === 'app' && (open !== 'app' || url !== null) ? ['an app that opens something else'] : []),
    ...(url !== null && handoff.url !== url ? [`${url} beside ${handoff.url}`] : []),
    ...[url, handoff.url].filter((one) => one !== null).flatMap((one) => faultsOfUrl(one, catalogue)),
  ]
}

function faultsOfUrl(url: string, { brands }: Catalogue): string[] {
  const { protocol, hostname, pathname, username } = new URL(url)
  const isAddress = parseAddress(hostname) !== null
  const known = isAddress ? isPrivateAddress(hostname) : brands.some(({ hostnames }) => hostnames.includes(hostname))
  const secure = brands.some(
    ({ admin, hostnames, gateways }) => admin.https && (isAddress ? true : [...hostnames, ...gateways].includes(hostname)),
  )
  return [
    ...(known ? [] : [`${url} is not local`]),
    ...(protocol === 'http:' || (protocol === 'https:' && secure) ? [] : [`${url} has no business with ${protocol}`]),
    ...(pathname === '/' && username === '' ? [] : [`${url} has more than a host`]),
  ]
}
