// `npm run dev` while somebody writes a tool: whatever state its files are in, it says what is wrong, and serves once they are mended.
import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampled, sampleName } from '../../../support/lab.ts'
import { makeCheckout } from '../../../support/process/checkout.ts'
import { wordTool } from '../../../support/process/plug-ins.ts'
import { bodyOf, postTool, startServer } from '../../../support/server.ts'
import { shared } from '../../../support/shared.ts'
import { until } from '../../../support/until.ts'

const TEXT = 'export const said = (word: string) => word\n'
const TOOL = `import { said } from './echo.text.ts'\n${wordTool('echo', 'said(body.word)', "from '../src/tool.ts'")}`

const started = shared(async (owned) => {
  const { folder } = owned.use(makeCheckout())
  // Standard error is read as well.
  const command = ['sh', '-c', 'exec "$0" --watch src/main.ts "$@" 2>&1', process.execPath]
  const server = owned.use(await startServer({ command, cwd: folder, env: { NODE_ENV: 'development' } }))
  const path = (name: string) => join(folder, 'tools', name)
  /** Writes a file unless it already has that text: each change is a start of the server. */
  const write = (name: string, source: string) => {
    if (!existsSync(path(name)) || readFileSync(path(name), 'utf8') !== source) writeFileSync(path(name), source)
  }
  const port = () => /:(\d+)"/.exec(server.output.findLast((line) => line.includes('listening')) ?? '')?.[1]
  const echo = () => postTool(`http://127.0.0.1:${port()}`, 'echo', { word: 'w' }).catch(() => null)
  return {
    path,
    write,
    echo,
    /** Does something, and waits until the words are written after it. */
    async says(words: string, act: () => void) {
      const before = server.output.length
      act()
      await until(() => server.output.slice(before).some((line) => line.includes(words)), words)
    },
    /** Writes the tool as it should be, and waits until it is served: two files are two changes, and may be two starts. */
    async mend() {
      write('echo.text.ts', TEXT)
      write('echo.ts', TOOL)
      await until(async () => (await echo())?.status === 200, 'it is served')
    },
  }
})

describe('a state of a new file', () => {
  const states: [state: string, words: string, name: string, source: string][] = [
    ['a path of another tool', 'tools/echo.ts has the path /api/tools/ping', 'echo.ts', TOOL.replace('tools/echo', 'tools/ping')],
    ['a syntax error', 'tools/echo.ts:', 'echo.ts', `${TOOL}const x = {{`],
    [
      'a schema with an unknown format',
      'tools/echo.ts has a schema that cannot be used: the format "zip" is not known',
      'echo.ts',
      TOOL.replace('word: t.String()', "word: t.String({ format: 'zip' })"),
    ],
    ['a text that is not exported', "Export named 'said' not found", 'echo.text.ts', 'export const other = 1\n'],
  ]

  test.each(sampled(2, states))(
    sampleName('%s is said, and after it is mended the tool is served'),
    async (_, words, name, source) => {
      const { mend, says, write, echo } = await started()
      await mend()
      await says(words, () => write(name, source))
      // Its port may have gone to somebody else.
      expect((await echo())?.status).not.toBe(200)
      await mend()
    },
    120_000,
  )

  test('an editor that writes another file and renames it is followed', async () => {
    const { mend, says, write, echo, path } = await started()
    await mend()
    await says('listening', () => {
      write('.echo.ts.swp', TOOL.replace('said(body.word)', "'renamed'"))
      renameSync(path('.echo.ts.swp'), path('echo.ts'))
    })
    const renamed = async () => bodyOf((await echo()) ?? new Response('{}'))
    await until(async () => (await renamed()).word === 'renamed', 'the renamed file is served')
    rmSync(path('echo.ts'))
    await until(async () => (await echo())?.status === 404, 'it is gone')
  })
})
