// Plug-ins that say path, policy, body and run, and nothing else: the rest is made from these.
import { afterAll, describe, expect, test } from 'bun:test'
import { PROGRAM } from '../../../support/executable.ts'
import { complaintOf, plugInFolder } from '../../../support/process/plug-ins.ts'
import { bodyOf, postTool } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const FOUR_LINES = `import { defineTool, offline, t } from 'doorstep'
const [path, body] = ['/api/tools/letter-count', t.Object({ word: t.String({ examples: ['door'] }), host: t.Optional(t.String()) })]
const run = ({ body }) => ({ letters: body.word.length, isLong: body.word.length > 9 })
export default defineTool({ path, policy: offline, body, run })
`
/** The same as a module, without the kit's function; it answers a number alone. */
const MODULE = `import { offline, t } from 'doorstep'
export const [path, policy, body] = ['/api/tools/vowel-count', offline, t.Object({ word: t.String() })]
export const run = async ({ body }) => body.word.replace(/[^aeiou]/g, '').length
`

/** The same, which draws its result and what it reports. */
const DRAWN = `import { defineTool, facts, offline, t } from 'doorstep'
export default defineTool({
  path: '/api/tools/drawn-count',
  policy: offline,
  body: t.Object({ word: t.String({ examples: ['door'] }) }),
  result: t.Object({ letters: t.Integer() }),
  event: t.Object({ at: t.Integer() }),
  live: (events) => [{ kind: 'note', text: events.length + ' so far' }],
  blocks: ({ letters }) => [
    facts([['Letters', letters, 'good'], ['Nothing', null]]),
    { kind: 'bars', to: 10, bars: [{ label: 'Length', value: letters, text: letters + '\u202e' }] },
    { kind: 'code', lines: [] },
    { kind: 'note', text: 'All was counted.', more: true },
  ],
  run({ body, report }) {
    report({ at: 1 })
    return { letters: body.word.length }
  },
})
`
const WRONG = DRAWN.replace('drawn-count', 'wrong-count').replace("kind: 'bars'", "kind: 'pie'")

/** One that throws, or breaks its own schema. */
const FAULTY = `import { defineTool, offline, t } from 'doorstep'
const run = ({ body }) => {
  if (body.word === 'throw') throw new Error('secret in /somewhere/file.ts')
  return { letters: 'four' }
}
const [body, result] = [t.Object({ word: t.String() }), t.Object({ letters: t.Integer() })]
export default defineTool({ path: '/api/tools/faulty-count', policy: offline, body, result, run })
`

const plugIns = plugInFolder({
  'letter-count.ts': FOUR_LINES,
  'vowel-count.js': MODULE,
  'drawn-count.js': DRAWN,
  'faulty-count.js': FAULTY,
})
afterAll(() => plugIns[Symbol.dispose]())
const server = await sharedServer({ args: ['--tools-dir', plugIns.folder] })

describe('are whole', () => {
  test('over HTTP, in both languages, as text and as one value', async () => {
    const answer = await bodyOf(await postTool(server.url, 'letter-count', { word: 'threshold' }))
    expect(answer).toMatchObject({ tool: 'letter-count', letters: 9, isLong: false })
    expect(answer.headline).toBe('Letter count: Letters 9, Is long false.')
    const korean = await postTool(server.url, 'vowel-count', { word: 'threshold' }, { 'accept-language': 'ko' })
    expect(await bodyOf(korean)).toMatchObject({ result: 2, headline: 'Vowel count: 결과 2.' })
    const text = await (await fetch(`${server.url}/api/tools/letter-count?word=a&format=text`)).text()
    expect(text).toStartWith('Letter count: Letters 1, Is long false.\n')
    const refused = await postTool(server.url, 'letter-count', { wort: 'x' })
    expect([refused.status, (await bodyOf(refused)).code]).toEqual([422, 'invalid-request'])
  })

  test('in the lists of tools and in /openapi.json', async () => {
    for (const [language, heading, host] of [
      ['en', 'More', 'Host'],
      ['ko', '그 밖의 도구', '호스트'],
    ] as const) {
      const { tools } = await (await fetch(`${server.url}/api/tools`, { headers: { 'accept-language': language } })).json()
      const listed = tools.find(({ name }: { name: string }) => name === 'letter-count')
      expect(listed).toMatchObject({
        name: 'letter-count',
        title: 'Letter count',
        group: 'more',
        groupTitle: heading,
        good: null,
      })
      expect(listed.request.properties).toMatchObject({ word: { title: 'Word' }, host: { title: host } })
    }
    const { paths } = await (await fetch(`${server.url}/openapi.json`)).json()
    expect(paths['/api/tools/letter-count'].post.summary).toBe('Letter count')
  })

  test('with the drawing of a result, for terminals, and for who prefers to have its blocks with the answer', async () => {
    const text = async (query: string) =>
      (await fetch(`${server.url}/api/tools/drawn-count?word=doors&format=text${query}`)).text()
    expect(await text('')).toBe('Drawn count: Letters 5.\n\nLetters:  5\n\nLength  5   ▇▇▇▇▇▇▇▇▇▇\n')
    expect(await text('&details=on')).toEndWith('▇\n\nAll was counted.\n')
    const ask = (headers: Record<string, string>) => postTool(server.url, 'drawn-count', { word: 'doors' }, headers)
    expect(await bodyOf(await ask({}))).not.toHaveProperty('blocks')
    const drawn = await ask({ prefer: 'blocks' })
    expect(drawn.headers.get('preference-applied')).toBe('blocks')
    const { blocks, letters } = await bodyOf(drawn)
    expect([letters, blocks.map(({ kind }: { kind: string }) => kind)]).toEqual([5, ['facts', 'bars', 'note']])
    const streamed = await (await ask({ prefer: 'words=ko, blocks', accept: 'text/event-stream' })).text()
    const events = streamed.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []))
    expect(events.map((event) => event.blocks.length)).toEqual([1, 3, 3])
    expect(events[0].blocks).toEqual([{ kind: 'note', text: '1 so far' }])
  })

  test('are refused by check where they draw what nobody knows', () => {
    using wrong = plugInFolder({ 'wrong-count.js': WRONG })
    expect(complaintOf(PROGRAM, ['check', '--tools-dir', wrong.folder])).toMatchObject({
      code: 2,
      err: expect.stringContaining('blocks'),
    })
  })

  test('on the command line, with help', () => {
    const run = (...args: string[]) => complaintOf(PROGRAM, [...args, '--tools-dir', plugIns.folder])
    expect(run('letter-count', 'door')).toMatchObject({ code: 0, out: expect.stringContaining('Letters 4') })
    expect(run('letter-count', '--help').out).toContain('Letter count')
    const { code, err, out } = run('check')
    expect([code, err]).toEqual([0, ''])
    const unjudged = out.matchAll(/warning: (\S+): its answers were not judged, since its field word has no examples/g)
    expect([...unjudged].map(([, name]) => name)).toEqual(['faulty-count', 'vowel-count'])
  })
})

test('a fault of ours is a bare 500; in tests an answer that breaks its schema is one', async () => {
  for (const word of ['throw', 'break']) {
    const answer = await postTool(server.url, 'faulty-count', { word }, { 'accept-language': 'ko' })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([500, '*'])
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({ code: 'internal', title: '서버에서 문제가 발생했습니다' })
    expect(text).not.toMatch(/secret|somewhere|\.ts|schema/)
  }
  expect(server.output.filter((line) => line.includes('a tool failed'))).toHaveLength(2)
})
