import { describe, expect, test } from 'bun:test'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
import { type CatalogueList, searchCatalogue } from '../../../../src/router/catalogue/search.ts'
import { cpuMsOf } from '../../../support/cost.ts'

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

  test('names that begin with the words come before those that contain them, and each entry comes once', () => {
    const ids = idsIn('link', 'brands')
    expect(ids.some((id) => id.includes('tp-link'))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    const telecoms = idsIn('tele')
    expect(telecoms.indexOf('telenet')).toBeLessThan(telecoms.indexOf('sk-broadband'))
  })

  test('a typing error finds what the tools would suggest', () =>
    expect(idsIn('minecrft', 'services').some((id) => id.startsWith('minecraft'))).toBe(true))

  test('a port finds the services that use it, with the ports to open', () => {
    const [first] = search('25565', 'services')
    expect(first).toMatchObject({ id: 'minecraft-java', taken: false, ports: ['25565/tcp'] })
    expect(search('51820', 'services')[0]?.ports).toEqual(['51820/udp'])
  })

  test('only what is needed is among the ports, nothing that must stay closed', () =>
    expect(search('palworld', 'services')[0]?.ports).toEqual(['8211/udp']))

  test('entries say what tells them from others, in the language of the reader', () => {
    expect(search('iptime', 'brands')[0]?.gateways).toContain('192.168.0.1')
    expect(search('kt', 'providers')[0]?.country).toBe('KR')
    expect(searchCatalogue(catalogue, 'palworld', 'ko', 'services')[0]?.name).toBe('팰월드 전용 서버')
  })

  test('without words everything is listed in its order, and what has no letters finds nothing', () => {
    expect(idsIn('', 'brands')).toEqual(catalogue.brands.map(({ id }) => id))
    expect(idsIn('')).toHaveLength(catalogue.brands.length + catalogue.useCases.length + catalogue.isps.length)
    expect(idsIn('!?')).toEqual([])
    expect(idsIn('zzzzqqqq')).toEqual([])
  })

  test('long and repetitive texts cost no more than a name', () => {
    const long = ['a '.repeat(50_000), 'minecraft'.repeat(10_000), '가'.repeat(100_000)]
    expect(cpuMsOf(() => long.forEach((text) => void search(text)))).toBeLessThan(500)
  })
})
