import { Refusal } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import { parseAddress } from '../../policy/address.ts'
import { isPrivateAddress } from '../../policy/admit.ts'
import { classify } from '../../policy/classify.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { safeText } from '../catalogue/labels.ts'
import { isListed, matchName } from '../catalogue/match.ts'
import { tellingWords, wordsOf } from '../catalogue/names.ts'
import type { Localized, UseCase } from '../catalogue/schema.ts'
import { planText, subjectsText } from './plan.text.ts'

const RELATED_MAX = 5

/** Questions in place of a service, in the form in which names are compared. */
const QUESTIONS = [
  [
    'nat-type',
    /^(?:(?:open|strict|moderate|my|fix|change) )*nat(?: (?:type|타입|유형))?(?: (?:[1-4a-f]|strict|moderate|open|엄격|제한|보통|중간|개방|열기|변경))?$/,
  ],
  [
    'nat-type',
    /^(?:엄격한?|제한된?|개방형?|오픈) ?(?:nat|낫)$|^(?:nat|낫) ?(?:타입|유형)? ?(?:엄격|제한|보통|중간|개방|오픈|열기|변경)?$/,
  ],
  ['open-all', /^(?:how to )?(?:open|forward|unblock)(?: up)? (?:all|every|any)(?: the| my)? ports?$|^(?:all|every) ports?$/],
  [
    'open-all',
    /^(?:모든|전체|전부) ?포트(?:를|을)? ?(?:다 )?(?:열기|개방|오픈|포워딩|포트포워딩|열어 ?주세요)?$|^포트 ?(?:전부|모두|다|전체) ?(?:열기|개방|오픈)$/,
  ],
  [
    'open-all',
    /^(?:dmz|exposed host|디엠지)(?: (?:host|mode|zone|server|설정|호스트|열기))?$|^(?:enable|set up|setup|use) dmz$|^(?:슈퍼 ?dmz|트윈 ?ip)(?: 설정)?$/,
  ],
] as const

/** Returns the use case that a text names. Throws `unknown-value` with near misses and all ids if there is none. */
export function findUseCase(catalogue: Catalogue, text: string): UseCase {
  const { useCases, brands, isps, platforms } = catalogue
  const { found, near } = matchName(useCases, text)
  // The name of a router, a provider or a device is not a slip in that of a service: Starlink is not Steam Link.
  const isOther = !isListed(useCases, text) && [brands, isps, platforms].some((entries) => isListed(entries, text))
  if (found && !isOther) return found
  const telling = tellingWords(wordsOf(text))
  const category = useCases.filter((useCase) => useCase.category === telling)
  const meant = [near, category].find((some) => some.length > 0)
  throw new Refusal('unknown-value', (locale) => answerTo(text, locale), {
    field: 'useCase',
    didYouMean: (meant ?? []).slice(0, RELATED_MAX).map(({ id }) => id),
    supported: useCases.map(({ id }) => id),
  })
}

/** Returns the refusal of a use case that has no ports of its own, where one is needed, with those of its kind that have. */
export function whichOf({ id, category }: Pick<UseCase, 'id' | 'category'>, { useCases }: Catalogue): Refusal {
  const others = useCases.filter((one) => one.category === category && one.id !== id)
  return new Refusal('unknown-value', (locale) => subjectsText.say(locale, 'name-the-game', {}), {
    field: 'useCase',
    didYouMean: others.slice(0, RELATED_MAX).map((one) => one.id),
    supported: useCases.map((one) => one.id),
  })
}

function answerTo(text: string, locale: Locale): string {
  const [key] = QUESTIONS.find(([, pattern]) => pattern.test(wordsOf(text))) ?? ['unknown-use-case']
  return subjectsText.say(locale, key, { useCase: safeText(text) })
}

/** The router that a plan is for. `isModel`: the text names a model whose menu is known; `instead`: the one that the address of the device speaks against. */
export type FoundBrand = ReturnType<typeof findBrand> & { readonly isModel?: boolean; readonly instead?: Localized }

/** Returns a router by its brand, or by the provider whose box it is ("Spectrum"); an unknown one is the generic one under the name that was given. */
export function findBrand(catalogue: Catalogue, text = '') {
  const { brands, isps } = catalogue
  // "Verizon 5G Home" is a provider of its own, and not a model of Verizon's router.
  const isProvider = isListed(isps, text) && !isListed(brands, text)
  const { found, near } = isProvider ? { found: null, near: [] } : matchName(brands, text)
  const provider = found ? null : matchName(isps, text).found
  const generic = brands.find(({ kind }) => kind === 'generic')
  const brand = found ?? brands.find(({ id }) => id === provider?.equipment) ?? generic
  if (!brand) throw new Error('the catalogue has no brand of kind "generic"')
  const known = brand.kind !== 'generic'
  const given = nameIn(text)
  return {
    brand,
    known,
    // An entry without a menu of its own repeats the general one.
    hasMenu: brand.menu.en.join() !== generic?.menu.en.join(),
    /** Whether only the address of the device speaks for it. */
    guessed: false,
    name: known || given === '' || found ? brand.name : (provider?.name ?? { en: given, ko: given }),
    /** Whether a text was given, even if it names nothing known; a building is not a router. */
    named: given !== '' && provider?.building !== true,
    /** The brands that a text without a match may mean. */
    near: provider ? [] : near.filter(({ kind }) => kind !== 'generic'),
    /** The provider that the text names or that supplies the box. */
    provider: provider ?? isps.find(({ equipment }) => known && brand.kind === 'isp' && equipment === brand.id) ?? null,
  }
}

/** Returns a name as people write one: letters, digits and a few marks, so that nothing in it means anything to a shell or a page. */
function nameIn(text: string): string {
  return safeText(text.replace(/[^\p{L}\p{M}\p{N} .+-]+/gu, ' '))
    .replace(/ +/g, ' ')
    .trim()
}

/** Returns the address of the device that a rule forwards to. Throws `invalid-target` unless it is a private IPv4 address (RFC 1918). */
export function readInternalIp(text: string): string {
  const address = parseAddress(text)
  if (!address) throw againstInternalIp('internal-ip-unreadable', text)
  if (address.version === 6) throw againstInternalIp('internal-ip-version', text)
  const { scope } = classify(address)
  if (scope === 'shared') throw againstInternalIp('internal-ip-vpn', address.text)
  if (scope === 'link-local') throw againstInternalIp('internal-ip-none', address.text)
  if (!isPrivateAddress(address.text)) throw againstInternalIp('internal-ip-not-private', address.text)
  // The first and the last address of a home network are those of the network itself and of its broadcast.
  if (/\.(?:0|255)$/.test(address.text)) throw againstInternalIp('internal-ip-not-device', address.text)
  return address.text
}

type Reason = `internal-ip-${'unreadable' | 'version' | 'vpn' | 'none' | 'not-private' | 'not-device'}`

function againstInternalIp(reason: Reason, address: string): Refusal {
  return new Refusal('invalid-target', (locale) => planText.say(locale, reason, { address }), { field: 'internalIp' })
}
