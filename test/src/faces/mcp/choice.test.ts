// The list of tools as an agent reads it: what it costs, and what it says. Whether its words lead to the right tool: bench/choice.ts.
import { describe, expect, test } from 'bun:test'
import { examplesIn } from '../../../../src/faces/openapi/components.ts'
import { RECORD_TYPES } from '../../../../src/net/dns/rdata.ts'
import { callOver, clientOfProgram, ERAS, MCP_HEADERS, messagesOf, postMcp } from '../../../support/mcp/clients.ts'
import { sharedServer } from '../../../support/shared.ts'

/** The size of a list for each of its tools: one more has room of its own. A few with much to say take more, and others less. */
const BYTES_A_TOOL = 1.6 * 1024
const TOOL_MAX = 4 * 1024
const LANGUAGES = ['en', 'ko'] as const
const server = await sharedServer()

/** Returns the message with which a server answers `tools/list`, as text, and its tools. */
async function listOver(meta: Record<string, string>) {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } }
  const [answer] = await messagesOf(await postMcp(server.url, message, MCP_HEADERS))
  return { bytes: Buffer.byteLength(JSON.stringify(answer)), tools: answer.result.tools }
}

type Listed = { readonly name: string }

/** Asserts that a list is within its budget; otherwise the tools are named, the largest first. */
function expectAffordable(tools: readonly Listed[]): void {
  const sizes = tools.map((tool) => ({ bytes: Buffer.byteLength(JSON.stringify(tool)), ...tool }))
  const shown = sizes.toSorted((one, other) => other.bytes - one.bytes).map(({ bytes, name }) => `${name} has ${bytes} bytes`)
  expect(Buffer.byteLength(JSON.stringify({ tools })), shown.join(', ')).toBeLessThanOrEqual(BYTES_A_TOOL * tools.length)
  expect(sizes.filter(({ bytes }) => bytes > TOOL_MAX).map(({ name }) => `tools/${name}.text.ts says too much`)).toEqual([])
}

describe.each(LANGUAGES)('in %s', (language) => {
  const meta = { 'doorstep/language': language }

  test('the list of a server has at most 1.6 KB for each tool', async () => {
    const { tools } = await listOver(meta)
    expectAffordable(tools)
    expect(tools.length).toBeGreaterThanOrEqual(20)
  })

  test('so has that of a program, with all that it may offer', async () => {
    await using client = await clientOfProgram(ERAS[1][1], ['--home', '--server', server.url])
    const { tools } = await client.listTools({ _meta: meta })
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['home', 'reachability', 'ping', 'catalog']))
    expectAffordable(tools)
  })
})

test('fields are described by a sentence or, inside lists, by their label; choices are lists of words', async () => {
  const { tools } = await listOver({})
  const inputOf = (name: string) => tools.find((tool: Listed) => tool.name === name).inputSchema.properties
  expect(inputOf('dns-lookup').recordType.type).toBe('string')
  expect(inputOf('dns-lookup').recordType.enum).toEqual([...RECORD_TYPES])
  expect(inputOf('ddns-match').recordType.enum).toEqual(['A', 'AAAA'])
  expect(inputOf('port-forward-plan').ports.items.properties.port.description).toMatch(/\w/)
  expect(inputOf('port-check').proof.properties.key).toEqual({ type: 'string' })
  for (const { name, inputSchema } of tools) {
    const bare = Object.entries<{ description?: string }>(inputSchema.properties).filter(([, { description }]) => !description)
    expect([name, bare]).toEqual([name, []])
  }
})

test('tools that reach nobody say so, and every tool says that it changes nothing', async () => {
  const { tools } = await listOver({})
  const closed = tools.filter(({ annotations }: { annotations: { openWorldHint: boolean } }) => !annotations.openWorldHint)
  const names = closed.map(({ name }: Listed) => name)
  const nobody = ['catalog', 'ip', 'ip-json', 'ip-location', 'ip-lookup', 'limits', 'port-forward-plan', 'router-login-route']
  expect(names).toEqual(expect.arrayContaining(nobody))
  for (const name of ['dns-lookup', 'ping', 'port-check', 'http-headers', 'reachability']) expect(names).not.toContain(name)
  for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
})

describe('the schema of an answer', () => {
  test('has its main fields; whole ones are for those who ask', async () => {
    const [short, whole] = [await listOver({}), await listOver({ 'doorstep/schemas': 'full' })]
    const outputOf = ({ tools }: typeof short, name: string) => tools.find((tool: Listed) => tool.name === name).outputSchema
    expect(outputOf(short, 'port-check').properties.status).toEqual({
      enum: outputOf(whole, 'port-check').properties.status.enum,
    })
    expect(outputOf(short, 'port-check').properties).not.toHaveProperty('checkedAt')
    // A field that only repeats an argument is left out; a field of the same name that says more is not.
    expect(outputOf(short, 'port-check').properties).not.toHaveProperty('port')
    expect(outputOf(short, 'port-check').properties).toHaveProperty('proof')
    expect(outputOf(whole, 'port-check').properties).toHaveProperty('port')
    expect(outputOf(whole, 'port-check').properties).toHaveProperty('where.anyOf.0.properties.verdict.enum')
    expect(outputOf(whole, 'port-check').required).toContain('checkedAt')
    expect(whole.bytes).toBeGreaterThan(2 * short.bytes)
  })

  // The client checks answers against the schemas of the list; these come from the recorded answers of every tool.
  test('fits every recorded answer, the short one as the whole one', async () => {
    const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/client/validators/ajv')
    const judges = new AjvJsonSchemaValidator()
    for (const meta of [{}, { 'doorstep/schemas': 'full' }]) {
      const { tools } = await listOver(meta)
      const judged = tools.flatMap(({ name, outputSchema }: { name: string; outputSchema: object }) => {
        const judge = judges.getValidator(outputSchema)
        return answersOf(name).map((answer) => [name, judge({ addressTested: '', ...answer }).errorMessage])
      })
      expect(judged.length).toBeGreaterThan(15)
      expect(judged.filter(([, fault]: string[]) => fault !== undefined)).toEqual([])
    }
  })
})

/** Returns the recorded answers of a tool, as the protocol sends them. */
function answersOf(name: string): object[] {
  const json = examplesIn('en').tools[name]?.json
  return typeof json === 'object' && json ? [json] : []
}

const KOREAN = { 'doorstep/language': 'ko' }

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
