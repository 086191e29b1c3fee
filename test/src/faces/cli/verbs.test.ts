import { describe, expect, test } from 'bun:test'
import { homeCommands } from '../../../../src/faces/cli/fields.ts'
import { help } from '../../../../src/faces/cli/help.ts'
import { runCommandLine, VERBS } from '../../../../src/faces/cli/verbs.ts'
import { manifest } from '../../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../../src/registry/tools.ts'
import { SCHEMA_WORDS } from '../../../../src/router/catalogue/json-schema.ts'
import { GROUPS, ROWS } from '../../../../src/settings/options.ts'
import { ConfigError, type Settings } from '../../../../src/settings/read.ts'
import { runLine } from '../../../support/process/command-line.ts'
import { plugInFolder, wordTool } from '../../../support/process/plug-ins.ts'

interface Outcome {
  readonly printed: string | null
  /** The ports of the servers that were started. */
  readonly started: number[]
}

/** Returns what a command line prints, or what it starts a server with. */
async function outcome(args: string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const started: Settings[] = []
  const printed = await runCommandLine(args, { environment, start: (settings) => void started.push(settings) })
  return { printed: printed?.out ?? null, started: started.map(({ config }) => config.port) }
}

const HELP = expect.stringMatching(/^Network diagnostics .*\n\nUsage: doorstep /)
const VERSION = expect.stringMatching(/^doorstep \d+\.\d+\.\d+\n$/)

describe('a command line leads to its verb', () => {
  const leads: [string[], Outcome][] = [
    [[], { printed: null, started: [8080] }],
    [['serve'], { printed: null, started: [8080] }],
    [['serve', '--port', '9'], { printed: null, started: [9] }],
    [['--port', '9'], { printed: null, started: [9] }],
    [['--port', '9', 'serve', '--contact', 'https://example.com/'], { printed: null, started: [9] }],
    [['check'], { printed: 'settings: ok\n', started: [] }],
    [['--port', '9', 'check'], { printed: 'settings: ok\n', started: [] }],
    [['help'], { printed: HELP, started: [] }],
    [['--help'], { printed: HELP, started: [] }],
    [['-h'], { printed: HELP, started: [] }],
    [['serve', '--port', 'x', '--help'], { printed: HELP, started: [] }],
    [['check', '--help'], { printed: HELP, started: [] }],
    [['help', 'serve'], { printed: HELP, started: [] }],
    [['help', 'help'], { printed: HELP, started: [] }],
    [
      ['help', 'ping'],
      { printed: expect.stringMatching(/^Ping a host\n(.*\n)*Usage: doorstep ping HOST \[COUNT\] \[FLAGS\]\n/), started: [] },
    ],
    [
      ['help', 'home'],
      { printed: expect.stringMatching(/\nUsage: doorstep home \[USE-CASE\] \[PORT\] \[\.\.\.\] \[FLAGS\]\n/), started: [] },
    ],
    [
      ['home', '--help'],
      { printed: expect.stringMatching(/\nUsage: doorstep home \[USE-CASE\] \[PORT\] \[\.\.\.\] \[FLAGS\]\n/), started: [] },
    ],
    [['version'], { printed: VERSION, started: [] }],
    [['-v'], { printed: VERSION, started: [] }],
    [['check', '--version'], { printed: VERSION, started: [] }],
    [['version', '--json'], { printed: expect.stringMatching(/^\{\n {2}"name": "doorstep",\n {2}"version": "\d/), started: [] }],
  ]
  test.each(leads)('%j', async (args, expected) => expect(await outcome(args)).toEqual(expected))

  test('--help and --version answer whatever the environment holds', async () => {
    expect(await outcome(['--help'], { DOORSTEP_PORT: 'x' })).toEqual({ printed: HELP, started: [] })
    expect(await outcome(['--version'], { DOORSTEP_PORT: 'x' })).toEqual({ printed: VERSION, started: [] })
  })

  test('a value of a flag is not a verb, even where it reads like one', async () => {
    const elsewhere = ['--city-db', 'check', '--asn-db=check']
    expect(await outcome(elsewhere)).toEqual({ printed: null, started: [8080] })
    // The file is checked, and does not exist.
    expect(await outcome(['--city-db', 'serve', 'check', '--asn-db', 'check'])).toEqual({ printed: '', started: [] })
  })

  test.each([
    [['dance'], 'unknown command "dance": see doorstep --help'],
    [['chekc'], 'unknown command "chekc": did you mean "check"?'],
    [['--port', '9', 'dance'], 'unknown command "dance": see doorstep --help'],
    [['serve', 'now'], 'unexpected argument "now" after "serve"'],
    [['serve', 'serve'], 'unexpected argument "serve" after "serve"'],
    [['check', 'all'], 'unexpected argument "all" after "check"'],
    [['version', 'check'], 'unexpected argument "check" after "version"'],
    [['check', '--schema', 'brands', 'isps'], 'unexpected argument "isps" after "check --schema brands"'],
    [['dig', 'example.com'], 'unknown command "dig": dns-lookup does that here, see doorstep help dns-lookup'],
    [['help', 'MTR'], 'unknown command "MTR": traceroute does that here, see doorstep help traceroute'],
    [['constructor'], 'unknown command "constructor": see doorstep --help'],
    [['upnpc', '-l'], 'unknown command "upnpc": open does that here, see doorstep help open'],
    [['dns-lookup', 'a.example', '--recordtype', 'A'], 'unknown flag --recordtype: did you mean --record-type?'],
    [['--prot', '9'], 'unknown flag --prot: did you mean --port?'],
  ] as const)('%j is refused: %s', async (args, message) => {
    const refusal = await outcome([...args]).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ConfigError)
    expect(String(refusal)).toBe(`Error: ${message}`)
  })
})

test('each word of another program leads to one tool, and is not a command itself', () => {
  const all = [...toolsOf(manifest), ...homeCommands()]
  const words = all.flatMap(({ tool }) => tool.programs)
  expect(words.length).toBeGreaterThan(40)
  expect(words).toEqual([...new Set(words.map((word) => word.toLowerCase()))])
  expect(words.filter((word) => [...all, ...VERBS].some(({ name }) => name === word))).toEqual([])
})

describe('--help', () => {
  const text = help(
    {
      commands: [{ written: 'serve', meaning: 'Start' }],
      atHome: [{ written: 'listen PORT', meaning: 'Prove it' }],
      tools: [{ written: 'ping', meaning: 'Whether a host answers' }],
    },
    'en',
  )
  const joined = text.replaceAll(/\s+/g, '')

  test('names every setting once, with its meaning and default, in its group', () => {
    for (const { flag, placeholder, meaning, fallback } of ROWS) {
      expect(text.split(`  --${flag} ${placeholder}`)).toHaveLength(2)
      const usual = fallback === '' ? '' : `[default: ${fallback}]`
      expect(joined).toContain(`--${flag} ${placeholder}${meaning}${usual}`.replaceAll(/\s+/g, ''))
    }
    expect(joined).toContain('[default:embedded]')
    expect(text).not.toContain('default: none')
    expect([...text.matchAll(/^(\S.*):$/gm)].map(([, title]) => title)).toEqual([
      'Commands',
      'On a computer at home',
      'Tools',
      ...GROUPS,
      'Other flags',
    ])
  })

  test('names the files whose schemas there are, and every tool', async () => {
    const { printed } = await outcome(['--help'])
    const words = printed?.replaceAll(/\s+/g, ' ') ?? ''
    expect(words).toContain(`or of one: ${SCHEMA_WORDS.join(', ')} `)
    for (const { name, tool } of toolsOf(manifest)) expect(words).toContain(`${name} ${tool.text.say('en', 'summary', {})}`)
  })

  test('names the plug-ins of the folder that a flag or the environment names, and otherwise says why not', async () => {
    using plugIns = plugInFolder({ 'echo.ts': wordTool('echo') })
    const listed = expect.stringMatching(/\n {2}echo +Says a word back\n/)
    expect((await outcome(['--help', '--tools-dir', plugIns.folder])).printed).toEqual(listed)
    expect((await outcome(['help'], { DOORSTEP_TOOLS_DIR: plugIns.folder })).printed).toEqual(listed)
    expect((await outcome(['help'])).printed).not.toEqual(listed)
    plugIns.put('echo.ts', 'this is not code')
    const { code, out, err } = await runLine(['help', '--tools-dir', plugIns.folder])
    expect([code, err]).toEqual([0, expect.stringContaining('1 mistake')])
    expect(out).toContain('\n  ping ')
  })

  test('is Korean throughout where the terminal is', async () => {
    const { printed } = await outcome(['--help'], { LANG: 'ko_KR.UTF-8' })
    const rows = (printed ?? '').split(/\n(?= {2}\S|\S|\n)/).filter((row) => row.startsWith('  '))
    expect(rows.length).toBeGreaterThan(60)
    for (const row of rows) expect([row, /\p{Script=Hangul}/u.test(row)]).toEqual([row, true])
    for (const line of (printed ?? '').split('\n')) expect([line, Bun.stringWidth(line) <= 80]).toEqual([line, true])
    expect(printed).not.toMatch(/\{|\bdefault\b|Commands|Listening/)
    expect((await outcome(['--help', '--lang', 'ko'])).printed).toBe(printed)
  })

  test('fits a terminal of 80 columns, in two columns', () => {
    const lines = text.split('\n')
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    const starts = lines.filter((line) => line.startsWith('  ')).map((line) => /^ {2}(?:\S+ ?)* +|^ +/.exec(line)?.[0].length)
    expect(new Set(starts).size).toBe(1)
  })
})
