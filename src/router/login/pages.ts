import { type Locale, listed, type Say } from '../../contract/text.ts'
import { ownersOf } from '../catalogue/gateway-owners.ts'
import type { Brand } from '../catalogue/schema.ts'
import { type Box, isOfProvider, nameOf, pageOf, plainName } from './boxes.ts'
import { namedBox } from './names.ts'
import { isHotspot, type Situation } from './situation.ts'
import type { targetsText } from './targets.text.ts'
import type { Row } from './topology.ts'

/** The material of a target. */
export interface TargetContext {
  readonly situation: Situation
  readonly row: Row
  readonly boxes: readonly Box[]
  readonly say: Say<(typeof targetsText)['en']>
  readonly locale: Locale
}

const SHOWN_OWNERS_MAX = 4

export function namesAt(address: string, { catalogue }: Situation, locale: Locale): string {
  const names = ownersOf(address, catalogue).map((owner) => nameOf(owner, locale) ?? '')
  return listed([...new Set(names)].slice(0, SHOWN_OWNERS_MAX), locale)
}

export function labelOf(box: Box, { say, locale, situation }: TargetContext): string {
  // A box without an entry of its own has the name that the caller gives it: "Vodafone Station".
  const isNamed = box.role === 'isp' && box.brand === null && situation.naming.kind === 'provider-box'
  const said = isNamed ? namedBox(situation.naming) : null
  const names = (said ?? box.brand ?? box.provider)?.name
  const name = names ? plainName(names, locale) : null
  if (isOfProvider(box)) {
    if (name !== null) return say('label-isp', { name })
    return box.role === 'upstream' ? say('label-above') : say('label-isp-unknown')
  }
  if (name !== null) return isGuess(box, situation) ? say('label-own-likely', { name }) : say('label-own', { name })
  if (situation.naming.kind === 'unknown') return say('label-own', { name: situation.naming.name })
  return isUndecided(situation) ? say('label-gateway') : say('label-own-unknown')
}

/** Returns whether the box at the gateway may be the caller's own as well as the provider's. */
function isUndecided({ facts }: Situation): boolean {
  return facts.gateway === 'open' || facts.gateway === 'changed'
}

/** Returns whether the brand of a router is inferred from its address. */
function isGuess({ role, brand }: Box, situation: Situation): boolean {
  return role === 'own' && brand !== null && brand !== situation.brand
}

export function reasonOf(box: Box, address: string, isFirst: boolean, { say, locale, situation, row }: TargetContext): string {
  const wan = situation.routerWan?.text ?? ''
  const name = nameOf(box, locale) ?? say('somebody')
  switch (box.role) {
    case 'own': {
      if (box.from === 'usual') return say('own-usual', { name, address })
      if (isHotspot(situation)) return say('own-hotspot', { address })
      const names = namesAt(address, situation, locale)
      return situation.naming.kind === 'unknown' || (box.brand && !isGuess(box, situation)) || names === ''
        ? say('own-given', { address })
        : say('own-given-shared', { address, names })
    }
    case 'isp':
      if (box.from === 'given') return say('isp-given', { address })
      if (isFirst) return say(row.because === 'provider-alone' ? 'isp-assumed' : 'isp-first', { name, address })
      return row.because === 'public-single' ? say('isp-if-alone', { name, address }) : say('isp-second', { name, address })
    case 'upstream':
      return box.from === 'known' ? say('above-known', { wan, name, address }) : say('above-usual', { wan, address })
    case 'off-path':
      return say('beside')
  }
}

export function expectOf(box: Box, { say, locale, situation }: TargetContext): string {
  if (box.brand && !isGuess(box, situation)) return pageExpected(box.brand, say, locale)
  return isOfProvider(box) ? say('expect-provider') : say('expect-anybody')
}

/** Returns how to sign in there, and where the password is. `either`: why the box may be one of two. */
export function signInOf(box: Box, making: TargetContext, either: string | null): string {
  const isKnown = box.brand !== null && !isGuess(box, making.situation)
  return isKnown ? expectOf(box, making) : `${either ?? expectOf(box, making)} ${making.say('asks-often')}`
}

/** Returns the first thing that the login page of a brand shows. */
export function pageExpected(brand: Brand, say: TargetContext['say'], locale: Locale): string {
  const page = `${say('expect-page', { name: brand.name[locale] })} ${passwordAt(brand, say, locale)}`
  return brand.admin.https ? `${say('expect-certificate')} ${page}` : page
}

/** The line of a label that holds the administrator password, among those of the Wi-Fi and others. */
const ADMIN_LINE =
  /(admin|device|settings|login|fritz!box|router|administrator|web).*(password|code|pw)|관리자 (?:계정|비밀번호|암호)|설정 암호/i

/** Returns what a login page asks for and where it is. A line of the label is only named if the entry rests on something; where no line holds the password alone, the note says how it is made. */
function passwordAt({ login, sticker }: Brand, say: TargetContext['say'], locale: Locale): string {
  if (login.specific) return login.note[locale]
  if (login.style !== 'sticker') return say(`asks-${login.style}`)
  if (!sticker) return say('asks-admin')
  if (sticker.basis === undefined) return say('asks-label-often')
  const line = sticker.lines[locale][sticker.lines.en.findIndex((one) => ADMIN_LINE.test(one))]
  return line === undefined ? login.note[locale] : say('asks-label-line', { line })
}

/** The addresses that some routers keep for emergencies. */
const EMERGENCY = /\b169\.254\.\d+\.\d+/

/** Returns the beginning of the address of a page, as it is typed. */
export function schemeOf(brand: Brand | null): string {
  return brand?.admin.https ? 'https://' : 'http://'
}

export function failsOf(box: Box, address: string, isFirst: boolean, { say, locale }: TargetContext): string {
  const others = box.others.join(', ')
  const { admin, hostnames = [] } = box.brand ?? {}
  const sentences = [
    box.role === 'off-path' ? say('fails-beside') : null,
    box.role !== 'off-path' && box.from === 'given' ? say('fails-given', { scheme: schemeOf(box.brand) }) : null,
    isFirst && box.from === 'usual' ? say('fails-usual') : null,
    !isFirst && box.role !== 'off-path' ? say('fails-above') : null,
    others === '' ? null : say('fails-others', { others }),
    admin?.port ? say('fails-port', { url: `${admin.https ? 'https' : 'http'}://${address}` }) : null,
    isFirst && hostnames[0] !== undefined ? say('fails-try-name', { url: pageOf(hostnames[0], box.brand) }) : null,
    ...(box.brand?.notes[locale] ?? []).filter((note) => EMERGENCY.test(note)),
  ]
  return sentences.filter((sentence) => sentence !== null).join(' ')
}
