import { describe, expect, test } from 'bun:test'
import { openCatalogue } from '../../../../src/router/catalogue/load.ts'
import { matchName } from '../../../../src/router/catalogue/match.ts'
import { type Named, spellingsOf } from '../../../../src/router/catalogue/names.ts'
import { sampled, sampleTest } from '../../../support/lab.ts'

const catalogue = await openCatalogue(null).read()
const { brands, useCases, isps, platforms } = catalogue

const foundIn = (entries: readonly Named[], text: string) => matchName(entries, text).found?.id ?? null
const nearIn = (entries: readonly Named[], text: string) => matchName(entries, text).near.map(({ id }) => id)

test.each([
  ['아이피 타임 공유기', 'iptime'],
  ['아이피타임유무선공유기', 'iptime'],
  ['아이피타임'.normalize('NFD'), 'iptime'],
  ['ipTIME A3004NS-M', 'iptime'],
  ['ASUS RT-AX86U', 'asus'],
  ['TP‑Link Wi-Fi router', 'tp-link'],
  ['TP-LINK TL-WR841N', 'tp-link-classic'],
  ['Mi Router 4A', 'xiaomi'],
  ['unifi dream machine', 'ubiquiti-unifi'],
  ['Google', 'google-nest-wifi'],
  ['Fritz Box 7590 AX', 'avm-fritzbox'],
  // As people write them: KT's own spelling, "모뎀" for the box, and models alone.
  ['GAPD-7500', 'lg-uplus'],
  ['A604', 'iptime'],
  // A model belongs to the make before it.
  ['TP-Link A604', 'tp-link'],
  ['Starlink gateway', 'starlink'],
])('a brand is found: %s', (text, id) => expect(matchName(brands, text)).toMatchObject({ found: { id }, near: [] }))

test.each([
  ['minecraft server 1.21', 'minecraft-java'],
  ['플렉스 포트포워딩', 'plex'],
  ['WireGuard VPN', 'wireguard'],
  ['xbox360', 'xbox'],
  ["Don't Starve", 'dont-starve-together'],
])('a service is found: %s', (text, id) => expect(matchName(useCases, text)).toMatchObject({ found: { id }, near: [] }))

test.each([
  [brands, 'iptme', 'iptime'],
  [brands, '아이피타인', 'iptime'],
  [brands, '엘지유플라스', 'lg-uplus'],
  [useCases, 'mincraft', 'minecraft-java'],
  [useCases, 'remote dekstop', 'rdp'],
  [useCases, 'plexx', 'plex'],
  [useCases, 'minecraft serverr', 'minecraft-java'],
  [useCases, 'minecraft servre', 'minecraft-java'],
  [brands, 'asus ruoter', 'asus'],
  [platforms, '안드로이트', 'android'],
] as const)('an unmistakable slip is forgiven: %#: %s', (entries, text, id) => expect(foundIn(entries, text)).toBe(id))

describe('several candidates are suggested, not guessed', () => {
  test.each([
    [brands, 'asas', 'asus'],
    [useCases, 'network switch', 'nintendo-switch'],
    [useCases, 'overwatch 1', 'overwatch-2'],
    [useCases, 'ssh into my vps', 'ssh'],
    [isps, 'earthlink', 'eastlink'],
    [brands, '텐더', 'tenda'],
    [useCases, 'plax', 'plex'],
    [useCases, 'flex', 'plex'],
    [useCases, 'rusty', 'rust'],
  ] as const)('%#: %s', (entries, text, id) => {
    const { found, near } = matchName<Named>(entries, text)
    expect(found).toBeNull()
    expect(near[0]?.id).toBe(id)
  })
})

describe('an unknown name is not found, and has no suggestions', () => {
  test.each(['', '   ', '!!!', 'zzz', 'x', 'k', '삼', 'wrt', 'hub', '냉장고', 'toaster', '🙂', 'a'.repeat(101), 'null', '0'])(
    '%p',
    (text) => expect(matchName(brands, text)).toEqual({ found: null, near: [] }),
  )

  test.each(['Zorbex', 'Zorbex F3896', 'Quux Station', 'zorbex 공유기'])('%p', (text) => {
    expect(matchName(brands, text)).toEqual({ found: null, near: [] })
  })

  test.each(['whatsitless', '하데스', 'tv', 'vpn', 'abcdefgh', '세탁기', '12345', 'ps'])('%p', (text) => {
    expect(matchName(useCases, text)).toEqual({ found: null, near: [] })
  })
})

test('two letters more or less are not a slip in a short name, and a digit never is', () => {
  for (const [entries, text] of [
    [brands, 'kz'],
    [brands, 'sk2'],
    [brands, 'btt'],
    [useCases, 'cs3'],
    [useCases, 'ts4'],
    [useCases, 'ps6'],
  ] as const)
    expect(foundIn(entries, text)).toBeNull()
})

const { portUses: _, ddns: __, ...lists } = catalogue
describe.each(Object.entries(lists) as [string, readonly Named[]][])('every spelling in %s', (_, entries) => {
  const everySpelling = entries.flatMap((entry) => spellingsOf(entry).map((spelling) => [spelling, entry.id] as const))
  const wrong = (write: (spelling: string) => string, spellings: readonly (typeof everySpelling)[number][] = everySpelling) =>
    spellings.filter(([spelling, id]) => foundIn(entries, write(spelling)) !== id).map(([spelling]) => spelling)

  test('finds its own entry', () => expect(wrong((spelling) => spelling)).toEqual([]))

  sampleTest('in upper case, decomposed, full-width, with spaces and punctuation around', () => {
    const some = sampled(200, everySpelling)
    expect(wrong((spelling) => spelling.toUpperCase(), some)).toEqual([])
    expect([wrong((spelling) => spelling.normalize('NFD'), some), wrong(fullWidth, some)]).toEqual([[], []])
    expect(wrong((spelling) => `  "${spelling.replaceAll(' ', '  ')}".  `, some)).toEqual([])
  })
})

test('every name of a brand is found with "router" or "공유기" after it', () => {
  const wrong = brands
    .filter(({ kind }) => kind !== 'generic')
    .flatMap((brand) =>
      [`${brand.name.en} router`, `${brand.name.ko} 공유기`, `${brand.id} wifi router`].map((text) => [text, brand.id]),
    )
    .filter(([text = '', id]) => foundIn(brands, text) !== id)
  expect(wrong).toEqual([])
})

/** Changes one letter in the middle: most names are still found, and none finds an entry that was not meant. */
test('a slip in a name never finds another entry', () => {
  const slips = ([brands, useCases, isps, platforms] as readonly (readonly Named[])[]).flatMap((entries) =>
    entries.flatMap((entry) =>
      spellingsOf(entry)
        .filter((text) => /^[a-z-]{8,}$/.test(text))
        .map((text) => {
          const place = Math.floor(text.length / 2)
          const slipped = `${text.slice(0, place)}q${text.slice(place + 1)}`
          return { slipped, meant: entry.id, found: foundIn(entries, slipped) }
        }),
    ),
  )
  const found = slips.filter((slip) => slip.found !== null)
  expect(found.filter((slip) => slip.found !== slip.meant)).toEqual([])
  expect(found.length / slips.length).toBeGreaterThan(0.95)
})

function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
}

describe('in doubt', () => {
  test('the maker of one box names it; for the maker of several, all are suggested, with or without a model', () => {
    const boxes: Named[] = [
      { id: 'first', name: 'First', aliases: [], makers: ['Humax', '휴맥스'] },
      { id: 'second', name: 'Second', aliases: [], makers: ['Humax', 'Davolink'] },
    ]
    expect(foundIn(boxes, '다보링크')).toBeNull()
    for (const text of ['davolink', 'Davolink DVW-2000', 'Davolink 공유기']) expect(foundIn(boxes, text)).toBe('second')
    for (const text of ['humax', 'HUMAX T3']) expect(nearIn(boxes, text)).toEqual(['first', 'second'])
    expect(foundIn(boxes, '휴맥스 공유기')).toBe('first')
  })

  test('of several patterns the most specific decides; if two are equally specific, both are suggested', () => {
    const models: Named[] = [
      { id: 'wide', name: 'Wide', aliases: [], models: ['AX*', 'B-##'] },
      { id: 'narrow', name: 'Narrow', aliases: [], models: ['AX30##', 'B ##*'] },
    ]
    expect([foundIn(models, 'ax3004'), foundIn(models, 'AX-1')]).toEqual(['narrow', 'wide'])
    expect([foundIn(models, 'AX30045'), nearIn(models, 'B12')]).toEqual(['wide', ['wide', 'narrow']])
    expect(matchName(models, 'xax3004')).toEqual({ found: null, near: [] })
  })

  test('a pattern of many stars takes little time', () => {
    const hostile: Named[] = [{ id: 'stars', name: 'Stars', aliases: [], models: [`${'*a'.repeat(50)}*b`] }]
    const started = performance.now()
    for (let turn = 0; turn < 200; turn++) expect(foundIn(hostile, 'a'.repeat(100))).toBeNull()
    expect(performance.now() - started).toBeLessThan(5000)
  })

  test('a text that is too long is not compared, even if few of its words matter', () => {
    expect(foundIn(brands, `${'router '.repeat(10)}asus`)).toBe('asus')
    expect(foundIn(brands, `${'router '.repeat(20)}asus`)).toBeNull()
  })
})
