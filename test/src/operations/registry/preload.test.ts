// `npm run dev` while somebody writes a tool: whatever state its files are in, it says what is wrong, and serves once they are mended.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampled, sampleName } from '../../../support/lab.ts'
import { makeCheckout } from '../../../support/process/checkout.ts'
import { bodyOf, postTool, type Server, startServer } from '../../../support/server.ts'

const WAIT_MS = 60_000
const TEXT = `import { defineText } from '../src/tool.ts'

export const text = defineText({ en: { title: 'Echo', summary: 'Says a word back', 'label.word': 'Word', 'field.word': 'Any word.' }, ko: { title: '메아리', summary: '단어를 그대로 돌려줍니다', 'label.word': '단어', 'field.word': '아무 단어나 입력합니다.' } })
`
const TOOL = `import { defineTool, offline, t } from '../src/tool.ts'
import { text } from './echo.text.ts'

export default defineTool({
  path: '/api/tools/echo',
  group: 'ip',
  text,
  policy: offline,
  body: t.Object({ word: t.String() }),
  result: t.Object({ word: t.String(), inner: t.Object({}) }),
  headline: () => 'Done.',
  run: ({ body }) => ({ word: body.word, inner: {} }),
})
`

let checkout: ReturnType<typeof makeCheckout>
let server: Server
const path = (name: string) => join(checkout.folder, 'tools', name)
/** Writes a file unless it already has that text: each change is a start of the server. */
function write(name: string, source: string): void {
  if (!existsSync(path(name)) || readFileSync(path(name), 'utf8') !== source) writeFileSync(path(name), source)
}
const remove = (name: string) => rmSync(path(name))

beforeAll(async () => {
  checkout = makeCheckout()
  // Standard error is read as well.
  const command = ['sh', '-c', 'exec "$0" --watch src/main.ts "$@" 2>&1', process.execPath]
  server = await startServer({ command, cwd: checkout.folder, env: { NODE_ENV: 'development' } })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  checkout[Symbol.dispose]()
})

/** Does something, and waits until the words are written after it. */
async function until(words: string, act: () => void): Promise<void> {
  const before = server.output.length
  act()
  const deadline = performance.now() + WAIT_MS
  while (!server.output.slice(before).some((line) => line.includes(words))) {
    if (performance.now() > deadline) throw new Error(`not said: ${words}\n${server.output.slice(before).join('\n')}`)
    await Bun.sleep(20)
  }
}
const url = () => `http://127.0.0.1:${/:(\d+)"/.exec(server.output.findLast((line) => line.includes('listening')) ?? '')?.[1]}`
const echo = () => postTool(url(), 'echo', { word: 'w' })
const addEcho = () => {
  write('echo.text.ts', TEXT)
  write('echo.ts', TOOL)
}

/** Waits until `echo` answers with this status: two files that are written are two changes, and may be two starts. */
async function echoOnce(status: number): Promise<Response> {
  for (const deadline = performance.now() + WAIT_MS; ; await Bun.sleep(50)) {
    const answer = await echo().catch(() => null)
    if (answer?.status === status) return answer
    if (performance.now() > deadline) throw new Error(`${answer?.status}\n${server.output.slice(-10).join('\n')}`)
  }
}

describe('a state of a new file', () => {
  const copied = () => write('echo.ts', readFileSync(path('ip-lookup.ts'), 'utf8').replaceAll('ip-lookup.text', 'echo.text'))
  const states: [state: string, words: string, act: () => void][] = [
    ['a copy whose path is still that of the original', 'tools/echo.ts has the path /api/tools/ip-lookup', copied],
    ['a syntax error', 'tools/echo.ts:', () => write('echo.ts', `${TOOL}const x = {{`)],
    [
      'a schema with an unknown format',
      'tools/echo.ts has a schema that cannot be used: the format "zip" is not known',
      () => write('echo.ts', TOOL.replace('t.Object({ word: t.String() })', "t.Object({ word: t.String({ format: 'zip' }) })")),
    ],
    ['a text that is not exported', "Export named 'text' not found", () => write('echo.text.ts', 'export const other = 1\n')],
  ]

  test.each(sampled(2, states))(
    sampleName('%s is said, and after it is mended the tool is served'),
    async (_, words, act) => {
      addEcho()
      await echoOnce(200)
      await until(words, act)
      // Its port may have gone to somebody else.
      expect((await echo().catch(() => null))?.status).not.toBe(200)
      addEcho()
      // It stays for the next state: every change is a start of the server.
      expect(await bodyOf(await echoOnce(200))).toMatchObject({ tool: 'echo', word: 'w' })
    },
    120_000,
  )

  test('an editor that writes another file and renames it is followed', async () => {
    addEcho()
    await echoOnce(200)
    await until('listening', () => {
      write('.echo.ts.swp', TOOL.replace('word: body.word,', "word: 'renamed',"))
      renameSync(path('.echo.ts.swp'), path('echo.ts'))
    })
    expect((await bodyOf(await echoOnce(200))).word).toBe('renamed')
    remove('echo.ts')
    await echoOnce(404)
  })
})
