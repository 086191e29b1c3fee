// A new file in tools/ is all that a new operation takes. In a build it is looked for by plug-ins.test.ts.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCheckout } from '../support/process/checkout.ts'
import { bodyOf, postTool, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const TOOL = `import { defineText, defineTool, offline, t } from '../src/tool.ts'

const text = defineText({ en: { title: 'Echo', summary: 'Says a word back', 'label.word': 'Word', 'field.word': 'Any word.' }, ko: { title: '메아리', summary: '단어를 그대로 돌려줍니다', 'label.word': '단어', 'field.word': '아무 단어나 입력합니다.' } })

export default defineTool({
  path: '/api/tools/echo',
  group: 'ip',
  text,
  policy: offline,
  body: t.Object({ word: t.String() }),
  result: t.Object({ word: t.String() }),
  headline: () => 'Done.',
  run: ({ body }) => ({ word: body.word }),
})
`

/** Two that fail: one throws, one breaks its own schema, which only the types would have refused. */
const FAULTY = TOOL.replaceAll('echo', 'faulty').replace(
  'run: ({ body }) => ({ word: body.word }),',
  `run: ({ body }) => {
    if (body.word === 'throw') throw new Error('secret in /somewhere/file.ts')
    return { word: 7 as never }
  },`,
)

let tree: ReturnType<typeof makeCheckout>
let checkout: string
beforeAll(() => {
  tree = makeCheckout()
  checkout = tree.folder
  writeFileSync(join(checkout, 'tools', 'echo.ts'), TOOL)
  writeFileSync(join(checkout, 'tools', 'faulty.ts'), FAULTY)
})
afterAll(() => tree[Symbol.dispose]())

test('a fault of ours is a bare 500; in tests an answer that breaks its schema is one', async () => {
  await using server = await startServer({ command: [process.execPath, 'src/main.ts'], cwd: checkout })
  for (const word of ['throw', 'break']) {
    const answer = await postTool(server.url, 'faulty', { word }, { 'accept-language': 'ko' })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([500, '*'])
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({ code: 'internal', title: '서버에서 문제가 발생했습니다' })
    expect(text).not.toMatch(/secret|somewhere|\.ts|schema/)
  }
  expect(server.output.filter((line) => line.includes('a tool failed'))).toHaveLength(2)
})

test('under --watch a file that is added is served without a restart by hand', async () => {
  await using server = await startServer({ command: [process.execPath, '--watch', 'src/main.ts'], cwd: checkout })
  const names = async () => {
    const { tools } = await bodyOf(await fetch(`${server.url}/api/tools`))
    return tools.map((tool: { name: string }) => tool.name)
  }
  expect(await names()).not.toContain('later')
  writeFileSync(join(checkout, 'tools', 'later.ts'), TOOL.replaceAll('echo', 'later'))
  await until(() => server.output.filter((line) => line.includes('listening')).length > 1, 'it listens again')
  const port = /:(\d+)"/.exec(server.output.findLast((line) => line.includes('listening')) ?? '')?.[1]
  const { tools } = await bodyOf(await fetch(`http://127.0.0.1:${port}/api/tools`))
  expect(tools.map((tool: { name: string }) => tool.name)).toContain('later')
  rmSync(join(checkout, 'tools', 'later.ts'))
})

test('a tool file that is none stops the boot and is named', () => {
  writeFileSync(join(checkout, 'tools', 'broken.ts'), 'export const nothing = 1\n')
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, 'src/main.ts', '--port', '0'], { cwd: checkout, timeout: 60_000 })
  rmSync(join(checkout, 'tools', 'broken.ts'))
  expect(exitCode).toBe(1)
  expect(stderr.toString()).toBe('doorstep: tools/broken.ts has no default export made by defineTool or defineQuery\n')
})
