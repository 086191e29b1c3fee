import { describe, expect, test } from 'bun:test'
import { embeddedCatalogue, openCatalogue } from '../../../../src/router/catalogue/load.ts'
import { matchName } from '../../../../src/router/catalogue/match.ts'
import { type Named, tellingWords, wordsOf } from '../../../../src/router/catalogue/names.ts'
import { type CatalogueList, searchCatalogue } from '../../../../src/router/catalogue/search.ts'

const catalogue = embeddedCatalogue()
const search = (text: string, list?: CatalogueList) => searchCatalogue(catalogue, text, 'en', list)
const idsIn = (text: string, list?: CatalogueList) => search(text, list).map(({ id }) => id)

describe('searchCatalogue', () => {
  test.each([
    ['minecraft java', 'services', 'minecraft-java'],
    ['마인크래프트', 'services', 'minecraft-java'],
    ['RT-AX86U', 'brands', 'asus'],
    ['아이피타임', 'brands', 'iptime'],
    ['olleh', 'providers', 'kt'],
  ] as const)('%s: what the tools take it for comes first', (text, list, id) => {
    expect(search(text, list)[0]).toMatchObject({ list, id, taken: true })
  })

  test('without a list, entries of all are found, those that are taken before those that only contain the words', () => {
    const hits = search('kt')
    expect(new Set(hits.filter(({ taken }) => taken).map(({ list }) => list))).toEqual(new Set(['brands', 'providers']))
    const firstOther = hits.findIndex(({ taken }) => !taken)
    expect(hits.slice(Math.max(firstOther, 0)).some(({ taken }) => taken && firstOther >= 0)).toBe(false)
  })

  test('a port finds the services that use it, with the ports to open', () => {
    const [first] = search('25565', 'services')
    expect(first).toMatchObject({ id: 'minecraft-java', taken: false, ports: ['25565/tcp'] })
    expect(search('51820', 'services')[0]?.ports).toEqual(['51820/udp'])
  })

  test('without words everything is listed in its order, and what has no letters finds nothing', () => {
    expect(idsIn('', 'brands')).toEqual(catalogue.brands.map(({ id }) => id))
    expect(idsIn('')).toHaveLength(catalogue.brands.length + catalogue.useCases.length + catalogue.isps.length)
    expect([idsIn('!?'), idsIn('zzzzqqqq')]).toEqual([[], []])
  })
})

test.each([
  ['ＦＲＩＴＺ!Box  7590', 'fritz box 7590'],
  ['LG U+', 'lg uplus'],
  ['Orange Livébox', 'orange livebox'],
  ['아이피타임'.normalize('NFD'), '아이피타임'],
  ['  (NAT)  ', 'nat'],
  ['!?', ''],
])('the words of %p', (text, words) => expect(wordsOf(text)).toBe(words))

test.each([
  ['asus router', 'asus'],
  ['asus wi fi router', 'asus'],
  ['routers asus', 'asus'],
  ['아이피타임 와이파이 공유기', '아이피타임'],
  ['아이피타임유무선공유기', '아이피타임'],
  ['kt 와이파이', 'kt'],
  ['google wi fi', 'google'],
  ['sk 인터넷', 'sk'],
  ['인터넷전화', '인터넷전화'],
  ['minecraft server', 'minecraft'],
  ['마크서버 포트 포워딩', '마크'],
  ['plex port forwarding', 'plex'],
  ['router', 'router'],
  ['인터넷 공유기', '인터넷 공유기'],
  ['serverless routeros', 'serverless routeros'],
])('the distinctive words of %p', (words, telling) => expect(tellingWords(words)).toBe(telling))

const { brands, useCases, isps } = await openCatalogue(null).read()
const found = (entries: readonly Named[], text: string) => matchName(entries, text).found?.id ?? null
const near = (entries: readonly Named[], text: string) => matchName(entries, text).near.map(({ id }) => id)

/** Browsers, apps, games, makers, cities and everyday words that the catalogue does not have. */
const ENGLISH = `
  need for speed, flight simulator, cities skylines, rimworld,
  dwarf fortress, oxygen not included, hollow knight, celeste, cuphead, hades,
  ready or not, escape from tarkov, hunt showdown, the division,
  ghost recon, splinter cell, network switch, light switch, smart switch, wii, wii u, gamecube, ps2, ps3, psp, ps vita,
  epic games, gog galaxy, uplay, origin, london, paris, berlin, madrid, rome, tokyo, osaka, seoul, busan, new york,
  boston, chicago, denver, dallas, seattle, austin, phoenix, orlando, toronto, vancouver, montreal, sydney, melbourne,
  perth, dublin, lisbon, vienna, prague, warsaw, delhi, mumbai, shanghai, beijing, 802.11ac, hp, dell, lenovo, acer,
  msi, gigabyte, sony, panasonic, philips, siemens, bosch, apple, airpods, ipad, macbook, imac, galaxy, pixel, oneplus,
  oppo, blackberry, htc, nothing, canon, epson, brother, kodak, nikon, gopro, dji, roomba, tesla, ecobee, hue, sonos,
  bose, jbl, fitbit, garmin, peloton, kindle, nook, roku, chromecast, fire tv, apple tv, shield, nvidia, amd, intel,
  armstrong, consolidated, earthlink, thunderbird, moonlight sonata, sunshine hotel, ring of fire,
  forest, blue moon, iris, beam, signal jammer, command, teacher, server, switch lite, toaster, fridge,
  microwave, dishwasher, washing machine, plus, flex, fluxus, prex, planex, alex, reflex, duplex, rest, trust, dust,
  crust, lust, must, bust, rush, roast, russ, mark, park, dark, bark, ask, arc, art, lol surprise, cod fish,
  maple syrup, ecoflow, brain, raiden, coven, core, keeper, isle, aisle, front, fronts, rabbit, solar, collar, zoo,
  room, boom, loom, zooms, link, think, drink, rink, king, swing, bling, spring, string, directory, direction, glue,
  glossary, balancer, happen, hexadecimal, negative, discard, chapter, pointer, printed, uniform, openssl, codacy,
  alphabet, number, window, folder, letter, garden, kitchen, morning, river, mountain, winter, summer, orchard`
const KOREAN = `
  네이버 웨일, 파이어폭스, 사파리, 크롬, 리니지, 아이온, 검은사막, 마비노기, 바람의나라, 카트라이더, 크레이지 아케이드, 테일즈런너, 서든어택2, 스페셜포스, 메이플스토리2, 쿠키런, 브롤스타즈,
  클래시 로얄, 서울, 부산, 대구, 인천, 광주, 대전, 울산, 제주, 새벽, 새로, 엘지전자, 현대, 기아, 네이버, 다음, 카카오, 쿠팡, 배민, 당근, 토스, sk 매직, lg 화학, kt 알파,
  sk 하이닉스, 냉장고, 세탁기, 에어컨, 전자레인지, 청소기, 도어락, 월패드, 인터폰, 정수기, 비데, 선풍기, 조명, 콘센트`

const OTHERS = [ENGLISH, KOREAN].flatMap((words) => words.split(',').map((word) => word.trim()))

test.each([
  ['services', useCases],
  ['routers', brands],
  ['providers', isps],
] as const)('the name of another thing is never taken for one that is known: among the %s', (_, entries: readonly Named[]) => {
  expect(OTHERS.length).toBeGreaterThan(250)
  expect(OTHERS.map((word) => [word, found(entries, word)]).filter(([, id]) => id !== null)).toEqual([])
})

describe('a speed class names nobody', () => {
  test.each(['AC1750', 'ac1200 router', 'AC3200', 'AX1500', 'ax3000', 'AX5400', 'BE3600', 'BE9300', 'AX3000 공유기', 'n300'])(
    '%s',
    (text) => expect(found(brands, text)).toBeNull(),
  )
})

describe('a phrase with one known name is that name', () => {
  test.each([
    ['minecraft java server on linux', 'minecraft-java'],
    ['serveur minecraft', 'minecraft-java'],
    ['servidor minecraft', 'minecraft-java'],
    ['マインクラフト サーバー', 'minecraft-java'],
    ['게임 서버 마인크래프트 하려고요', 'minecraft-java'],
    ['마인크래프트를 친구랑 하고 싶어요', 'minecraft-java'],
    ['i want to host a valheim server for my friends', 'valheim'],
    ['how do i open ports for minecraft', 'minecraft-java'],
    ['ssh server on linux', 'ssh'],
    ['원격 데스크톱으로 회사에서 접속', 'rdp'],
  ])('%s', (text, id) => expect(found(useCases, text)).toBe(id))

  test('an everyday word or a short name among other words is only suggested', () => {
    expect([found(useCases, 'light switch'), near(useCases, 'light switch')]).toEqual([null, ['nintendo-switch']])
    expect(found(isps, 'us cellular')).toBeNull()
  })
})
