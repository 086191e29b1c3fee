// Folders of plug-ins: what they may hold, and the sentence for each mistake.
import { describe, expect, test } from 'bun:test'
import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { openTools } from '../../../../src/operations/opening/files.ts'
import { PlugInError } from '../../../../src/operations/plugins/index.ts'
import { both } from '../../../../src/platform/misfit.ts'
import { PROGRAM } from '../../../support/executable.ts'
import { labTest } from '../../../support/lab.ts'
import { complaintOf, plugInFolder, wordTool } from '../../../support/process/plug-ins.ts'
import { bodyOf, postTool, ROOT, startServer } from '../../../support/server.ts'

/** A file that is there, as seen from any folder that is not very deep. */
const OUTSIDE = `${'../'.repeat(12)}${join(ROOT, 'package.json').slice(1)}`

const tell = (error: unknown) => expect(error).toBe(undefined)

/** Returns the mistakes in a folder, as the operator reads them, without the folder. */
async function mistakesIn(
  files: Readonly<Record<string, string>>,
  spoil: (folder: string) => void = () => {},
): Promise<string[]> {
  using plugIns = plugInFolder(files)
  spoil(plugIns.folder)
  try {
    const tools = await openTools({ toolsDir: plugIns.folder }, tell)
    tools.close()
    return []
  } catch (error) {
    const [first = '', ...lines] = (error instanceof Error ? error.message : '').replaceAll(`${plugIns.folder}/`, '').split('\n')
    expect(first).toMatch(new RegExp(`^--tools-dir: ${lines.length} mistakes? in "${plugIns.folder}"$`))
    return lines.map((line) => line.replaceAll(plugIns.folder, 'FOLDER').trim())
  }
}

const QUERY = `import { defineQuery, defineText, t } from 'doorstep'
const text = defineText({ en: { title: 'x', summary: 'x' }, ko: { title: 'x', summary: 'x' } })
export default defineQuery({ path: '/api/where/from', group: 'ip', text, result: t.String(), run: ({ caller }) => caller.address.text })
`

describe('a plug-in', () => {
  test('is a tool in TypeScript or JavaScript that imports the kit, code and data of its folder', async () => {
    using plugIns = plugInFolder({
      'echo.ts': `import { shout } from './lib/shout.ts'\nimport type { Server } from 'node:net'\nexport type Unused = Server\n${wordTool('echo', 'shout(body.word)')}`,
      'lib/shout.ts':
        "import marks from './marks.json'\nexport const shout = (word: string): string => word.toUpperCase() + marks.end\n",
      'lib/marks.json': '{"end":"!"}',
      'plain.js': wordTool('plain'),
      'where-from.ts': QUERY,
      'echo.text.ts': 'export const nothing = 1',
      'doorstep.d.ts': 'export {}',
      '.hidden.ts': 'this is not code',
      'notes.md': '# Notes',
    })
    await using server = await startServer({ args: ['--tools-dir', plugIns.folder] })
    expect(await bodyOf(await postTool(server.url, 'echo', { word: 'hi' }))).toMatchObject({ tool: 'echo', word: 'HI!' })
    expect(await bodyOf(await postTool(server.url, 'plain', { word: 'hi' }))).toMatchObject({ tool: 'plain', word: 'hi' })
    expect((await postTool(server.url, 'plain', { wort: 'hi' })).status).toBe(422)
    expect(await (await fetch(`${server.url}/api/where/from`)).text()).toBe('127.0.0.1')
    expect(server.output.find((line) => line.includes('plug-ins loaded'))).toContain('"tools":["echo","plain","where-from"]')
  })

  test('is not the main module, and an error outside of a request does not end the server', async () => {
    using plugIns = plugInFolder({
      'echo.ts': `setTimeout(() => { throw new Error('late') }, 50)\n${wordTool('echo', 'String(import.meta.main)')}`,
    })
    await using server = await startServer({ args: ['--tools-dir', plugIns.folder] })
    for (let tries = 0; tries < 100 && !server.output.some((line) => line.includes('late')); tries++) await Bun.sleep(20)
    expect(server.output.find((line) => line.includes('late'))).toContain('a plug-in failed outside of a request')
    expect(await bodyOf(await postTool(server.url, 'echo', { word: '' }))).toMatchObject({ word: 'false' })
  })

  test('may come through a link to a file of the folder, as Kubernetes mounts it', async () => {
    const linked = await mistakesIn({ 'data/echo.ts': wordTool('echo') }, (folder) =>
      symlinkSync('data/echo.ts', join(folder, 'echo.ts')),
    )
    expect(linked).toEqual([])
  })
})

const ECHO = wordTool('echo')
const IMPORTS = "a plug-in imports from 'doorstep' and from files of its own folder, nothing else"
const FILES: [what: string, files: Record<string, string>, mistakes: string[]][] = [
  [
    'a syntax error in a file that two tools import',
    { 'echo.ts': "import './lib/x.ts'\n", 'plain.ts': "import './lib/x.ts'\n", 'lib/x.ts': '\nlet = = 1\n' },
    ['lib/x.ts:2: Unexpected ='],
  ],
  [
    'a name that a file of the folder does not have',
    { 'echo.ts': "import { nothing } from './lib/x.ts'\nnothing()\n", 'lib/x.ts': 'export const other = 1\n' },
    ['echo.ts:1: imports nothing, which x.ts does not export'],
  ],
  [
    'data that is not JSON',
    { 'echo.ts': "import x from './x.json'\nx()\n", 'x.json': '{\n "a": ]' },
    ['x.json: JSON Parse error: Unexpected token'],
  ],
  [
    'the path of another name',
    { 'other.ts': ECHO },
    ['other.ts: has the path /api/tools/echo, which belongs in a file named echo'],
  ],
  [
    'the path of a built-in tool',
    { 'ping.ts': wordTool('ping') },
    ['ping.ts: has the path /api/tools/ping, which a built-in tool already has'],
  ],
  ['the path of another plug-in', { 'echo.ts': ECHO, 'echo.js': ECHO }, ['has the path /api/tools/echo, which']],
  [
    'a path that the server has',
    { 'limits.ts': QUERY.replace('/api/where/from', '/api/limits') },
    ['limits.ts: has the path /api/limits, which the server itself already has'],
  ],
  ['a name that no tool can have', { 'Echo.ts': wordTool('Echo') }, ['Echo.ts: is not named like a tool: lower case letters,']],
]

/** Returns a tool in JavaScript with these parts besides, or in place of those that it needs. */
const echo = (parts: string) => `import { defineText, defineTool, offline, t } from 'doorstep'
const [path, policy, body] = ['/api/tools/echo', offline, t.Object({ word: t.String() })]
export default defineTool({ path, policy, body, run: ({ body }) => body, ${parts} })
`
/** The source of echo.js, and its mistakes from the line on. */
const MISTAKES: [what: string, source: string, ...mistakes: string[]][] = [
  [
    'a name that the kit does not have',
    "import { t } from 'doorstep'\nimport {\n  nothing,\n} from 'doorstep'\nexport default nothing(t)\n",
    ":3: imports nothing, which 'doorstep' (kit 1.0) does not export",
  ],
  [
    'imports of anything else',
    "import { readFileSync } from 'node:fs'\nimport _ from 'lodash'\nimport '/etc/x.ts'\nreadFileSync(_)\n",
    `:1: imports "node:fs": ${IMPORTS}`,
    `:2: imports "lodash": ${IMPORTS}`,
    `:3: imports "/etc/x.ts": ${IMPORTS}`,
  ],
  ['an import without its extension', "import './x'\n", ':1: imports "./x": write its extension: .ts, .js or .json'],
  ['an import of a file that is not there', "\nawait import('./x.ts')", ':2: imports "./x.ts", which does not exist'],
  ['an import from outside', `import '${OUTSIDE}'\n`, `:1: imports "${OUTSIDE}", which is outside the folder`],
  [
    'no default export',
    'export const a = 1\n',
    ': has no default export made by defineTool or defineQuery, and does not export path,',
  ],
  [
    'a schema that cannot be used',
    echo("body: t.Object({ word: t.String({ format: 'colour' }) })"),
    ': has a schema of its body that cannot be used: the format "colour" is not known; known are date, date-time, hostname, ipv4, ipv6, uri',
  ],
  [
    'a group without a heading',
    echo("group: 'own'"),
    ': has the group "own", not one of ip, dns, port, path, web, router, and no text "group" that names it',
  ],
  ['a sentence that one language lacks', echo("text: defineText({ en: { more: 'x' }, ko: {} })"), ': has no text "more" in ko'],
  [
    'a text that defineText did not make',
    echo("group: 'ip', text: { en: { title: 'x' }, ko: {} }"),
    ': has no text made by defineText',
  ],
  [
    'a headline that cannot say what it finds',
    echo("headline: 'word'"),
    ': has no function headline, which says the finding in one',
  ],
  [
    'a tool without what it cannot do without',
    echo('policy: undefined, run: undefined'),
    ':3: a tool has path, policy, body, run: there is no policy, no run',
  ],
  [
    'facts that do not fit its result',
    echo(
      "rank: 'first', programs: 'say', result: t.Object({ word: t.String() }), good: { field: 'verdict', values: ['x'] }, details: ['word', 'more'], short: { field: 'less' }",
    ),
    ': has rank first, not a number',
    ': has programs that are not a list of words',
    ': has a good finding in the field "verdict", which its result does not have',
    ': has the detail "more", which its result does not have',
    ': has a short value in the field "less", which its result does not have',
  ],
  [
    'fields that say how to answer a query',
    echo('body: t.Object({ lang: t.Optional(t.String()), strict: t.Optional(t.String()) })'),
    ': has a field named "lang", which in a query says how to answer',
    ': has a field named "strict", which in a query says how to answer',
  ],
  [
    'a policy on a field that is not there',
    echo("policy: { kind: 'public-ip', field: 'ip' }"),
    ': has a policy on the field "ip", which its body does not have',
  ],
  [
    'the policy of commands at home',
    echo("policy: { kind: 'at-home' }"),
    ': has a policy of the kind "at-home", which no plug-in can have',
  ],
  ['an error while it is loaded', "function f() {\n  throw new Error('oops')\n}\nf()\n", ':2: oops'],
  [
    'an error in the kit that it causes',
    echo('weight: 0.5'),
    ':3: a tool with the policy "offline" weighs an integer from 0 on, not 0.5',
  ],
  ['a module that never finishes loading', 'await new Promise(() => {})\n', ': does not finish loading within 10 seconds'],
]

describe('the start is stopped by', () => {
  const check = async (files: Record<string, string>, mistakes: readonly string[]) =>
    expect(await mistakesIn(files)).toEqual(mistakes.map((mistake) => expect.stringContaining(mistake)))
  test.each(FILES)('%s', (_, files, mistakes) => check(files, mistakes))
  test.each(MISTAKES)('%s', (_, source, ...mistakes) =>
    check(
      { 'echo.js': source },
      mistakes.map((mistake) => `echo.js${mistake}`),
    ),
  )
})

test('a folder that is not there', async () =>
  expect(await mistakesIn({}, (folder) => rmSync(folder, { recursive: true }))).toEqual(['FOLDER: does not exist']))

const RUNS = "throw new Error('it ran')\n"
describe('a folder that others may write to is not run', () => {
  const writable = (who: string, name: string) => `${name}: can be written to by ${who}: chmod go-w ${name}`
  test.each([
    ['the folder itself', 0o775, '.', [writable('its group', 'FOLDER')]],
    ['the folder itself, for everybody', 0o1777, '.', [writable('everybody', 'FOLDER')]],
    ['a file', 0o664, 'echo.ts', [writable('its group', 'echo.ts')]],
    ['a file that is imported', 0o646, 'lib/x.ts', [writable('everybody', 'lib/x.ts')]],
    ['a folder below', 0o777, 'lib', [writable('everybody', 'lib')]],
  ])('%s', async (_, mode, name, mistakes) => {
    const files = { 'echo.ts': `import './lib/x.ts'\n${RUNS}`, 'lib/x.ts': '' }
    expect(await mistakesIn(files, (folder) => chmodSync(join(folder, name), mode))).toEqual(mistakes)
  })

  test('a folder above, unless only owners may replace what is in it', async () => {
    using above = plugInFolder()
    const folder = join(above.folder, 'tools')
    mkdirSync(folder)
    const load = async () => (await openTools({ toolsDir: folder }, tell)).close()
    chmodSync(above.folder, 0o1777)
    await load()
    chmodSync(above.folder, 0o777)
    await expect(load()).rejects.toThrow(`${above.folder}: can be written to by everybody: chmod go-w ${above.folder}`)
  })

  test('a folder in which a link to it lies', async () => {
    using above = plugInFolder()
    using plugIns = plugInFolder({ 'echo.ts': ECHO })
    const link = join(above.folder, 'tools')
    symlinkSync(plugIns.folder, link)
    const load = async () => (await openTools({ toolsDir: link }, tell)).close()
    await load()
    chmodSync(above.folder, 0o777)
    await expect(load()).rejects.toThrow(`${above.folder}: can be written to by everybody`)
  })

  labTest('files of another owner', { root: true }, async () => {
    const says = "belongs to user 4711, not to root, who runs the server: it must not be anybody else's to change"
    for (const [name, shown] of [
      ['echo.ts', 'echo.ts'],
      ['.', 'FOLDER'],
    ] as const) {
      const found = await mistakesIn({ 'echo.ts': RUNS }, (folder) => chownSync(join(folder, name), 4711, 4711))
      expect(found).toEqual([`${shown}: ${says}`])
    }
  })
})

describe('on the command line', () => {
  const broken = { 'a.ts': 'export default {', 'b.ts': "import 'node:fs'\n", 'echo.ts': ECHO }

  test('the start ends with 2 and all mistakes', () => {
    using plugIns = plugInFolder(broken)
    const { code, err } = complaintOf(PROGRAM, ['--port', '0', '--tools-dir', plugIns.folder])
    expect(code).toBe(2)
    expect(err.split('\n')).toEqual([
      `doorstep: --tools-dir: 2 mistakes in "${plugIns.folder}"`,
      expect.stringMatching(/^ {2}\/.*\/a\.ts:1: \S/),
      expect.stringMatching(/^ {2}\/.*\/b\.ts:1: imports "node:fs"/),
      '',
    ])
  })

  test('so does check, which names what is well otherwise', () => {
    using plugIns = plugInFolder(broken)
    const check = () => complaintOf(PROGRAM, ['check', '--tools-dir', plugIns.folder])
    expect(check()).toMatchObject({ code: 2, err: expect.stringContaining('/a.ts:1: ') })
    plugIns.remove('a.ts')
    plugIns.remove('b.ts')
    plugIns.put('late.ts', `setInterval(() => {}, 1000)\n${wordTool('late')}`)
    const { code, err, out } = check()
    expect([code, err, out.match(/^.* ok$/gm)]).toEqual([0, '', ['settings: ok', '--tools-dir: echo ok', '--tools-dir: late ok']])
  })
})

test('the error has each mistake by itself', () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    path: `/x/${index}.ts`,
    line: null,
    says: both('is\n  wrong', '잘못되었습니다'),
  }))
  const { message } = new PlugInError('/x', many)
  expect(message.split('\n')).toHaveLength(52)
  expect(message).toContain('\n  /x/0.ts: is wrong\n')
  expect(message).toEndWith('\n  and 10 more')
})
