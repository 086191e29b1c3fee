// The files of data/router/ are complete, consistent, bilingual, and do not give anything away.

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FILES, type FileName } from '../../src/router/catalogue/files.ts'
import { judgeBuiltIn, openCatalogue } from '../../src/router/catalogue/load.ts'
import type { Label, Menu } from '../../src/router/catalogue/schema.ts'
import { listed } from '../support/listed.ts'
import { fieldTable, sharedTable } from '../support/router/catalogue-fields.ts'
import { README_PATH, withCounts } from '../support/router/catalogue-readme.ts'
import { wasRead } from '../support/router/catalogue-shares.ts'
import { ROOT } from '../support/server.ts'

const catalogue = await openCatalogue(null).read()
const { brands, useCases, isps, platforms, ddns } = catalogue
const LISTS = {
  'brands.json': brands,
  'services.json': useCases,
  'providers.json': isps,
  'platforms.json': platforms,
  'ddns.json': ddns,
}
const everyEntry = Object.entries(LISTS).flatMap(([file, entries]) => entries.map((entry) => ({ file, entry })))

test('it holds what an operator would be held to, with no field left out: doorstep check says the same', () => judgeBuiltIn())

test('data/README.md describes every field as its schema does', () => {
  const readme = readFileSync(join(ROOT, 'data', 'README.md'), 'utf8')
  // Names of the table above.
  for (const name of Object.keys(FILES) as FileName[]) expect(readme).toContain(fieldTable(name))
  expect(readme).toContain(sharedTable())
})

test('every box of a provider is a brand', () => {
  const boxes = isps.flatMap(({ equipment }) => equipment ?? []).map((id) => brands.find((brand) => brand.id === id)?.kind)
  expect(boxes.length).toBeGreaterThan(5)
  expect(boxes).not.toContain(undefined)
  expect(boxes).not.toContain('retail')
})

/** The day of the last review of the built-in entries, and the earliest date that an entry may have. */
const VERIFIED_SINCE = '2026-11-20'

test('somebody has looked at every entry, and each source says what was read there', () => {
  for (const { entry } of everyEntry) {
    expect(entry.lastVerified >= VERIFIED_SINCE).toBe(true)
    for (const source of entry.sources) {
      expect(new URL(typeof source === 'string' ? source : source.url).protocol).toBe('https:')
      if (typeof source !== 'string') expect([entry.id, source.says.length > 15]).toEqual([entry.id, true])
    }
  }
})

test('what is certain has a source that was read, and so has every menu that is not marked as unsure', () => {
  expect(everyEntry.filter(({ entry }) => entry.confidence === 'high').length).toBeGreaterThan(100)
  const unread = everyEntry
    .filter(({ file, entry }) => entry.confidence === 'high' || (file === 'brands.json' && entry.confidence === 'medium'))
    .filter(({ entry }) => !wasRead(entry))
  expect(unread.map(({ file, entry }) => `${file} ${entry.id}`)).toEqual([])
})

test('data/README.md says how much there is and how much of it was read', () => {
  const readme = readFileSync(README_PATH, 'utf8')
  expect(readme === withCounts(readme, catalogue) ? 'current' : 'data/README.md is outdated: run npm run generate').toBe(
    'current',
  )
  expect(brands.filter(wasRead).length / brands.length).toBeGreaterThan(0.8)
  expect(useCases.filter(wasRead).length / useCases.length).toBeGreaterThan(0.8)
})

test('the networks of a provider are announced under the names that its source says, each by one provider', async () => {
  const names = namesOfNetworks(isps.flatMap(({ asns = [] }) => asns))
  const numbers = isps.flatMap(({ asns = [] }) => asns)
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const { id, asns = [], sources } of isps) {
    const says = sources.map((source) => (typeof source === 'string' ? '' : source.says)).join(' ')
    for (const asn of asns) expect([id, says]).toEqual([id, expect.stringContaining(`AS${asn} as ${names.get(asn)}`)])
  }
})

test('what to say to the staff of a provider is there in their language, with its meaning', () => {
  const asks = isps.flatMap(({ id, ask }) => (ask ? [{ id, ...ask }] : []))
  expect(asks.length).toBeGreaterThan(60)
  for (const { id, en, ko } of asks) {
    expect([id, en]).not.toEqual([id, ko])
    expect([id, ko]).toEqual([id, expect.stringMatching(/[가-힣]/)])
    // A Korean reader sees this sentence first, word for word.
    expect([id, ko.startsWith(en.replace(/ \(.*/, ''))]).toEqual([id, true])
  }
})

/** A model that a pattern fits: the shortest, and one with a longer name. */
const samplesOf = (pattern: string) => ['', '9x'].map((more) => pattern.replaceAll('#', '7').replaceAll('*', more))
const plainly = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}#*]/gu, '')
const fits = (pattern: string, model: string) =>
  new RegExp(`^${plainly(pattern).replaceAll('#', '\\d').replaceAll('*', '.*')}$`, 'u').test(plainly(model))
const literal = (pattern: string) => plainly(pattern).replace(/[#*]/g, '').length

test('a model belongs to one brand: no pattern takes what one of another brand says as exactly', () => {
  const patterns = brands.flatMap(({ id, models = [] }) => models.map((pattern) => ({ id, pattern })))
  expect(patterns.length).toBeGreaterThan(80)
  const rivals = patterns.flatMap((one) =>
    patterns
      .filter((other) => other.id !== one.id && literal(other.pattern) >= literal(one.pattern))
      .filter((other) => samplesOf(one.pattern).some((model) => fits(other.pattern, model)))
      .map((other) => `${one.id} ${one.pattern} is also ${other.id} ${other.pattern}`),
  )
  expect(rivals).toEqual([])
})

test('what should not be exposed has a safer way, and what is never forwarded is not recommended', () => {
  for (const useCase of useCases) {
    const { id, recommended, risk, saferAlternative, ports, upnp } = useCase
    if (!recommended) expect([id, saferAlternative]).not.toEqual([id, null])
    if (ports.length > 0) expect([id, recommended && ports.every(({ forward }) => !forward)]).toEqual([id, false])
    if (risk === 'critical' || upnp.status === 'not-recommended') expect([id, recommended]).toEqual([id, false])
  }
  // Only a kind whose programs each have their own has no ports.
  expect(useCases.filter(({ ports }) => ports.length === 0).map(({ id }) => id)).toEqual(['game-generic'])
  // A page that is not encrypted is never simply recommended.
  const plain = useCases.filter(({ security, ports, recommended }) => {
    const [main] = ports.filter(({ required, forward, protocol }) => required && forward && protocol === 'tcp')
    return (
      recommended && main && /plain HTTP|not encrypted/.test(security.en.join()) && !/HTTPS(?! in front)/.test(main.purpose.en)
    )
  })
  expect(plain.map(({ id, risk }) => [id, risk])).toEqual([
    ['jellyfin', 'high'],
    ['navidrome', 'high'],
    ['foundry-vtt', 'high'],
  ])
  for (const id of ['rdp', 'smb-file-share', 'vnc', 'synology-dsm', 'qnap', 'hikvision', 'dahua', 'cctv-generic'])
    expect([id, useCases.find((useCase) => useCase.id === id)?.recommended]).toEqual([id, false])
})

test('whoever may connect to what is forwarded is known, and what friends or strangers open as well', () => {
  const forwarded = useCases.filter(({ ports }) => ports.some(({ forward }) => forward))
  expect(forwarded.filter(({ serves }) => serves === undefined).map(({ id }) => id)).toEqual([])
  expect(useCases.filter(({ connect, serves }) => connect && !serves).map(({ id }) => id)).toEqual([])
  // Nothing is typed where a lobby, an account or other peers find the way.
  const nothing = forwarded.filter(({ connect, serves }) => serves === 'friends' && !connect)
  expect(nothing.every(({ category }) => category === 'game' || category === 'media')).toBe(true)
})

/** Domains that makers let their routers answer for; every other host name must be of the local network. */
const VENDOR_DOMAINS = listed(`
  asus.com asusrouter.com bytel.fr cudy.net freebox.fr gl-inet.com itotolink.net jiofiber.local.html keenetic.net kt.com
  mijnmodem.kpn miwifi.com mwlogin.net myrouter.info mynetworksettings.com netis.cc olleh.com orbilogin.com orbilogin.net
  routerlogin.com routerlogin.net skbroadband.com synology.com tendawifi.com tplinkdeco.net tplinklogin.net tplinkmodem.net
  tplinkwifi.net vodafone.connect
`)

test('host names are of the local network, or of the maker', () => {
  const foreign = brands
    .flatMap(({ hostnames }) => hostnames)
    .filter(
      (name) => name.includes('.') && !/\.(local|localdomain|lan|home|arpa|box|station|ip|me|cpe|setup|setting)$/.test(name),
    )
    .filter((name) => !VENDOR_DOMAINS.some((domain) => name === domain || name.endsWith(`.${domain}`)))
  expect(foreign).toEqual([])
})

const NAMELESS = { id: '', name: '', aliases: [], makers: [], hostnames: [], sources: [] }

describe('no password, and nothing that looks like one', () => {
  const PAIR =
    /\b(admin|root|user|guest|ubnt|password|pass|1234|none|blank)\s*[/|]\s*(admin|root|user|guest|ubnt|password|pass|1234|none|blank)\b/i
  const STATED = /(password|passphrase|passwort|mot de passe|암호|비밀번호)\s*([:=]|is "|은 "|는 ")\s*\S/i
  const KNOWN =
    /\b(1234|12345|123456|12345678|admin123|changeme|motorola|highspeed|kttel|ktuser|ktroot|megaap|nespot|homehub|smcadmin|telecomadmin|adminhw)\b/i

  test.each(everyEntry.map(({ file, entry }) => [`${file} ${entry.id}`, entry] as const))('%s', (_, entry) => {
    for (const text of stringsOf(entry)) {
      expect(text).not.toMatch(PAIR)
      expect(text).not.toMatch(STATED)
    }
    // Some factory passwords are also names of makers and routers.
    for (const text of stringsOf({ ...entry, ...NAMELESS })) expect(text).not.toMatch(KNOWN)
  })
})

/** The fields that hold whole sentences. */
const SENTENCES = everyEntry.flatMap(({ file, entry }) => {
  const texts: unknown[] = ['notes' in entry ? entry.notes : null]
  if ('login' in entry) texts.push(entry.login.note, entry.sticker?.where, entry.carrierNat)
  if ('security' in entry) texts.push(entry.security, entry.saferAlternative, entry.upnp.note, entry.connect?.needs)
  if ('tips' in entry) texts.push(entry.tips, entry.bridge, entry.carrierNat.note, ...entry.blocked.map(({ note }) => note))
  if ('commands' in entry) texts.push(...entry.commands.map(({ read }) => read))
  return texts.flatMap((text) => pairsOf(text)).map(([en, ko]) => ({ where: `${file} ${entry.id}`, en, ko }))
})

test('English sentences are whole', () =>
  expect(SENTENCES.filter(({ en }) => !/^[A-Z"0-9\p{Script=Hangul}-].*\.$/u.test(en))).toEqual([]))

test('English sentences say what a Korean label on a screen or a box means', () => {
  // On either side of the label, in parentheses.
  const EXPLAINED = /[가-힣 ]+ \([^)]+\)|\([가-힣 ]+\)/g
  expect(SENTENCES.filter(({ en }) => /[가-힣]/.test(en.replaceAll(EXPLAINED, '')))).toEqual([])
})

test('Korean sentences are Korean, whole and polite', () => {
  const POLITE = /(니다|시오)(\([^()]*\))?\)?\.$/
  const wrong = SENTENCES.filter(({ ko }) => ko.split(/(?<=\.)\s+(?=[가-힣A-Z0-9])/).some((sentence) => !POLITE.test(sentence)))
  expect(wrong).toEqual([])
  expect(SENTENCES.filter(({ ko }) => !/[가-힣]/.test(ko) || /(\b[A-Za-z]+\b[ ,]+){5,}/.test(ko))).toEqual([])
})

test('no sentence stands in both languages in the same words, or twice in one list', () => {
  expect(SENTENCES.filter(({ en, ko }) => en === ko)).toEqual([])
  for (const { entry } of everyEntry) {
    const notes = 'notes' in entry ? entry.notes.ko : []
    const lines = 'security' in entry ? [...entry.security.ko, ...notes] : notes
    expect(new Set(lines).size).toBe(lines.length)
  }
})

test('names, labels and purposes are there in Korean', () => {
  const STAY_AS_THEY_ARE = ['KT', 'LG U+', 'AT&T']
  // Programs keep their Latin names, and dynamic DNS services those of their makers; an alias has the Hangul.
  const named = [...brands, ...useCases, ...isps, ...platforms]
  const names = [...brands, ...isps].map(({ name }) => name.ko).filter((name) => !STAY_AS_THEY_ARE.includes(name))
  const purposes = useCases.flatMap(({ ports }) => ports.map(({ purpose }) => purpose.ko))
  const whens = brands.flatMap(({ variants }) => variants.map(({ when }) => when.ko))
  const lines = brands.flatMap(({ sticker }) => sticker?.lines.ko ?? [])
  expect([...names, ...purposes, ...whens, ...lines].filter((text) => !/[가-힣]/.test(text) && !text.startsWith('http'))).toEqual(
    [],
  )
  for (const entry of named) expect([entry.id, entry.aliases.length > 0]).toEqual([entry.id, true])
  const withoutHangul = named.filter((entry) => ![entry.name.ko, ...entry.aliases].some((text) => /[가-힣]/.test(text)))
  expect(withoutHangul.map(({ id }) => id)).toEqual([])
})

test('every menu leads somewhere, in the language that its screen says', () => {
  for (const { id, menu, variants, reservation, pinhole, wanPage, ddns: ddnsMenu, vpn, wakeOnLan, feature, fields } of brands) {
    const others = [reservation, pinhole, wanPage, ddnsMenu, vpn, wakeOnLan]
    const menus: Menu[] = [menu, ...variants.map((variant) => variant.menu), ...others.flatMap((one) => one ?? [])]
    for (const { screen, en, ko } of menus) {
      if (screen === 'ko') expect([id, en.some((step) => /[가-힣]/.test(step))]).toEqual([id, false])
      if (screen === 'ko') expect([id, ko.every((step) => /[가-힣]/.test(step))]).toEqual([id, true])
      if (screen === 'en') expect([id, en.some((step) => /[가-힣]/.test(step))]).toEqual([id, false])
      if (screen === 'other') expect([id, ko.some((step) => /[가-힣]/.test(step))]).toEqual([id, true])
    }
    const labels: Label[] = [feature, ...Object.values(fields)]
    for (const { screen, en } of labels) if (screen !== 'other') expect([id, /[가-힣]/.test(en)]).toEqual([id, false])
    // One router, one language of its screens: labels and menus agree.
    expect([id, feature.screen]).toEqual([id, menu.screen])
  }
})

/** Returns the names in the table that the embedded data are built from. */
function namesOfNetworks(numbers: readonly number[]): Map<number, string> {
  const wanted = new Set(numbers.map(String))
  const table = readFileSync(join(ROOT, 'node_modules', '@ip-location-db', 'asn', 'asn-ipv4.csv'), 'utf8')
  const names = new Map<number, string>()
  for (const [, asn = '', name = ''] of table.matchAll(/^[^,]*,[^,]*,(\d+),"?(.*?)\.?"?$/gm))
    if (wanted.has(asn) && !names.has(Number(asn))) names.set(Number(asn), name)
  return names
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

/** Returns the pairs of a text in both languages, or of a list of them. */
function pairsOf(text: unknown): [en: string, ko: string][] {
  if (typeof text !== 'object' || text === null || !('en' in text) || !('ko' in text)) return []
  const { en, ko } = text
  if (typeof en === 'string' && typeof ko === 'string') return [[en, ko]]
  if (!Array.isArray(en) || !Array.isArray(ko)) return []
  return en.map((line, index) => [String(line), String(ko[index])])
}
