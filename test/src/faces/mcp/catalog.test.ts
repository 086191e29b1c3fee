import { describe, expect, test } from 'bun:test'
import { callOver, clientOfProgram, ERAS } from '../../../support/mcp/clients.ts'
import { sharedServer } from '../../../support/shared.ts'

const KOREAN = { 'doorstep/language': 'ko' }
const server = await sharedServer()

const search = (body: object, meta = {}) => callOver(server.url, 'catalog', body, {}, meta)

describe('catalog', () => {
  test('says what the tools take words for, and in which field to give it', async () => {
    const { content, structuredContent } = await search({ words: 'minecraft', list: 'services' })
    const [first] = structuredContent.matches
    expect(first).toEqual({ field: 'useCase', id: 'minecraft-java', name: expect.any(String), taken: true, ports: ['25565/tcp'] })
    expect(content[0].text).toStartWith(
      'The tools take "minecraft" for Minecraft Java Edition server.\n\nuseCase: minecraft-java - ',
    )
  })

  test('the id is one that the tools take', async () => {
    for (const words of ['RT-AX86U', 'valheim', '올레']) {
      const { matches } = (await search({ words })).structuredContent
      for (const { field, id } of matches.slice(0, 3)) {
        const plan = await callOver(server.url, 'port-forward-plan', { useCase: 'plex', [field]: id })
        expect([id, plan.structuredContent?.notUnderstood]).toEqual([id, []])
      }
    }
  })

  test('is found by a model, a part of a name and a port; a name may be in several lists', async () => {
    expect((await search({ words: 'RT-AX86U' })).structuredContent.matches[0]).toMatchObject({ field: 'routerBrand', id: 'asus' })
    expect((await search({ words: '51820' })).structuredContent.matches[0]).toMatchObject({ ports: ['51820/udp'] })
    const { headline, matches } = (await search({ words: 'kt' })).structuredContent
    expect(headline).toContain('KT')
    expect(matches.slice(0, 2).map(({ field }: { field: string }) => field)).toEqual(['routerBrand', 'isp'])
  })

  test('shows at most twenty, and says how many more there are', async () => {
    const { structuredContent, content } = await search({ list: 'providers' })
    expect(structuredContent.matches).toHaveLength(20)
    expect(structuredContent.omitted).toBeGreaterThan(100)
    expect(content[0].text).toEndWith(`${structuredContent.omitted} more are not shown: more words find fewer.`)
  })

  test('says so if there is nothing, and cleans what it repeats', async () => {
    const { structuredContent, content } = await search({ words: 'qq\u001b[2Jqq\u202e' })
    expect(structuredContent).toEqual({ headline: expect.stringContaining('is called "qq [2Jqq "'), matches: [], omitted: 0 })
    for (const hidden of ['\u001b', '\u202e']) expect(content[0].text).not.toContain(hidden)
  })

  test('shows the country of a provider, unless it is in all of them', async () => {
    const { content } = await search({ words: 'starlink', list: 'providers' })
    expect(content[0].text).toContain('isp: starlink - Starlink')
    expect(content[0].text).not.toContain('GLOBAL')
    expect((await search({ words: 'telekom-de' })).content[0].text).toContain(' (DE)')
  })

  test('answers in Korean', async () => {
    const { content } = await search({ words: '팰월드' }, KOREAN)
    expect(content[0].text).toStartWith('다른 기능에 "팰월드" 값을')
    expect(content[0].text).toContain('useCase: palworld - 팰월드 전용 서버 (8211/udp)')
  })

  test.each([
    [{ list: 'x' }, 'list'],
    [{ words: 1 }, 'words'],
    [{ words: 'x'.repeat(101) }, 'words'],
    [{ brand: 'x' }, 'brand'],
  ])('refuses %p', async (body, field) => {
    expect(await search(body)).toMatchObject({ isError: true, _meta: { 'doorstep/problem': { code: 'invalid-request', field } } })
  })
})

describe('a name that no tool knows', () => {
  const refused = async (body: object, name = 'port-forward-plan', meta = {}) => callOver(server.url, name, body, {}, meta)

  test('is refused in few words, which name the tool to search with', async () => {
    for (const meta of [{}, KOREAN]) {
      const answer = await refused({ useCase: 'qqqqqq' }, 'port-forward-plan', meta)
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(1000)
      expect(answer.content[0].text).toContain('catalog')
      expect(answer._meta['doorstep/problem']).not.toHaveProperty('supported')
    }
  })

  test('with at most five that are near, also where only single words of it are', async () => {
    for (const [useCase, meant] of [
      ['voice chat', 'simple-voice-chat'],
      ['minecrft jva bedrck', 'minecraft'],
    ] as const) {
      const { _meta, content } = await refused({ useCase })
      const { didYouMean } = _meta['doorstep/problem']
      expect(didYouMean.length).toBeWithin(1, 6)
      expect(didYouMean.some((id: string) => id.startsWith(meant))).toBe(true)
      expect(content[0].text).toContain(didYouMean[0])
    }
  })

  test('a short list of values stays whole', async () => {
    const { _meta } = await refused({ domain: 'example.com', recordType: 'AAA' }, 'dns-lookup')
    expect(_meta['doorstep/problem'].supported).toHaveLength(16)
  })
})

test('over standard input there is a catalog as well', async () => {
  await using client = await clientOfProgram(ERAS[1][1])
  const { structuredContent } = await client.callTool({ name: 'catalog', arguments: { words: 'jellyfin' } })
  expect(structuredContent).toMatchObject({ matches: [{ id: 'jellyfin', taken: true }] })
})
