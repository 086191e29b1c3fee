import { describe, expect, test } from 'bun:test'
import { runCommandLine, VERBS } from '../../../../src/faces/cli/verbs.ts'
import { SCHEMA_WORDS } from '../../../../src/router/catalogue/files.ts'
import { GROUPS, ROWS } from '../../../../src/settings/options.ts'
import { ConfigError, type Settings } from '../../../../src/settings/read.ts'
import { runLine } from '../../../support/process/command-line.ts'
import { COMMANDS } from '../../../support/process/named-tool.ts'
import { plugInFolder, wordTool } from '../../../support/process/plug-ins.ts'

interface Outcome {
  readonly printed: string | null
  /** The ports of the servers that were started. */
  readonly started: number[]
}

/** Returns what a command line prints, or what it starts a server with. */
async function outcome(args: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const started: Settings[] = []
  const printed = await runCommandLine(args, { environment, start: (settings) => void started.push(settings) })
  return { printed: printed?.out ?? null, started: started.map(({ config }) => config.port) }
}

const HELP = expect.stringMatching(/^Network diagnostics .*\n\nUsage: doorstep /)
const VERSION = expect.stringMatching(/^doorstep \d+\.\d+\.\d+\n$/)
const HOME_HELP = expect.stringMatching(/\nUsage: doorstep home \[USE-CASE\] \[PORT\] \[\.\.\.\] \[FLAGS\]\n/)

describe('a command line leads to its command', () => {
  const serving = (port: number) => ({ printed: null, started: [port] })
  const printing = (printed: unknown) => ({ printed, started: [] })
  test.each([
    [[], serving(8080)],
    [['serve', '--port', '9'], serving(9)],
    [['--port', '9'], serving(9)],
    [['--port', '9', 'serve', '--contact', 'https://example.com/'], serving(9)],
    // A value of a flag is not a command, even where it reads like one.
    [['--city-db', 'check', '--asn-db=check'], serving(8080)],
    [['--city-db', 'serve', 'check', '--asn-db', 'check'], printing('')],
    [['--port', '9', 'check'], printing('settings: ok\n')],
    [['help'], printing(HELP)],
    [['-h'], printing(HELP)],
    [['serve', '--port', 'x', '--help'], printing(HELP)],
    [['help', 'serve'], printing(HELP)],
    [['help', 'help'], printing(HELP)],
    [['--data-dir', 'x', 'data', 'rollback', '-h'], printing(expect.stringMatching(/\nUsage: doorstep data rollback /))],
    [['help', 'ping'], printing(expect.stringMatching(/^Ping a host\n(.*\n)*Usage: doorstep ping HOST \[COUNT\] \[FLAGS\]\n/))],
    [['help', 'home'], printing(HOME_HELP)],
    [['home', '--help'], printing(HOME_HELP)],
    [['-v'], printing(VERSION)],
    [['check', '--version'], printing(VERSION)],
    [['version', '--json'], printing(expect.stringMatching(/^\{\n {2}"name": "doorstep",\n {2}"version": "\d/))],
  ])('%j', async (args, expected) => expect(await outcome(args)).toEqual(expected as Outcome))

  test('--help and --version answer whatever the environment holds', async () => {
    expect(await outcome(['--help'], { DOORSTEP_PORT: 'x' })).toEqual({ printed: HELP, started: [] })
    expect(await outcome(['--version'], { DOORSTEP_PORT: 'x' })).toEqual({ printed: VERSION, started: [] })
  })

  test.each([
    [['dance'], 'unknown command "dance": see doorstep --help'],
    [['--port', '9', 'chekc'], 'unknown command "chekc": did you mean "check"?'],
    [['hone'], 'unknown command "hone": did you mean "home"?'],
    [['serve', 'serve'], 'unexpected argument "serve" after "serve"'],
    [['check', '--schema', 'brands', 'isps'], 'unexpected argument "isps" after "check"'],
    [['data', 'upgrade'], 'unexpected argument "upgrade" after "data"'],
    [['data', 'update', 'now'], 'unexpected argument "now" after "data update"'],
    [['dig', 'example.com'], 'unknown command "dig": dns-lookup does that here, see doorstep help dns-lookup'],
    [['help', 'MTR'], 'unknown command "MTR": traceroute does that here, see doorstep help traceroute'],
    [['constructor'], 'unknown command "constructor": see doorstep --help'],
    [['upnpc', '-l'], 'unknown command "upnpc": open does that here, see doorstep help open'],
    [['dns-lookup', 'a.example', '--recordtype', 'A'], 'unknown flag --recordtype: did you mean --record-type?'],
    [['--prot', '9'], 'unknown flag --prot: did you mean --port?'],
  ] as const)('%j is refused: %s', async (args, message) => {
    const refusal = await outcome(args).catch((error: unknown) => error)
    expect([refusal instanceof ConfigError, String(refusal)]).toEqual([true, `Error: ${message}`])
  })
})

test('each word of another program leads to one tool, and is not a command itself', () => {
  const words = COMMANDS.flatMap(({ tool }) => tool.programs)
  expect(words.length).toBeGreaterThan(40)
  expect(words).toEqual([...new Set(words.map((word) => word.toLowerCase()))])
  expect(words.filter((word) => [...COMMANDS, ...VERBS].some(({ name }) => name === word))).toEqual([])
})

describe('--help', () => {
  test('names every setting once, with its meaning and default, in its group; every tool; and the files with schemas', async () => {
    const text = (await outcome(['--help'])).printed ?? ''
    const joined = text.replaceAll(/\s+/g, '')
    for (const { flag, placeholder, meaning, fallback } of ROWS) {
      expect(text.split(`  --${flag} ${placeholder}`)).toHaveLength(2)
      const usual = fallback === '' ? '' : `[default: ${fallback}]`
      expect(joined).toContain(`--${flag} ${placeholder}${meaning.en}${usual}`.replaceAll(/\s+/g, ''))
    }
    expect(joined).toContain('[default:embedded]')
    expect(text).not.toContain('default: none')
    const titles = ['Commands', 'On a computer at home', 'Tools', ...GROUPS, 'Other flags']
    expect([...text.matchAll(/^(\S.*):$/gm)].map(([, title]) => title)).toEqual(titles)
    expect(joined).toContain(`orofone:${SCHEMA_WORDS.join(',')}`)
    for (const { name, tool } of COMMANDS)
      expect(joined).toMatch(
        new RegExp(`${RegExp.escape(name)}[A-Z-]*${RegExp.escape(tool.text.say('en', 'summary', {}).replaceAll(/\s+/g, ''))}`),
      )
  })

  test('names the plug-ins of the folder that a flag or the environment names, and otherwise says why not', async () => {
    using plugIns = plugInFolder({ 'echo.ts': wordTool('echo') })
    const listed = expect.stringMatching(/\n {2}echo +Says a word back\n/)
    expect((await outcome(['--help', '--tools-dir', plugIns.folder])).printed).toEqual(listed)
    expect((await outcome(['help'], { DOORSTEP_TOOLS_DIR: plugIns.folder })).printed).toEqual(listed)
    expect((await outcome(['help'])).printed).not.toEqual(listed)
    plugIns.put('echo.ts', 'this is not code')
    const { code, out, err } = await runLine(['help', '--tools-dir', plugIns.folder])
    expect([code, err, out]).toEqual([0, expect.stringContaining('1 mistake'), expect.stringContaining('\n  ping ')])
  })

  test.each(['en', 'ko'])('fits a terminal of 80 columns, and is in one language: %s', async (lang) => {
    const { printed } = await outcome(['--help', '--lang', lang])
    const text = printed ?? ''
    expect(text.split('\n').filter((line) => Bun.stringWidth(line) > 80)).toEqual([])
    const rows = text.split(/\n(?= {2}\S|\S|\n)/).filter((row) => row.startsWith('  '))
    expect(rows.length).toBeGreaterThan(60)
    for (const row of rows) expect([row, /\p{Script=Hangul}/u.test(row)]).toEqual([row, lang === 'ko'])
    if (lang === 'ko') expect(text).not.toMatch(/\{|\bdefault\b|Commands|Listening/)
  })
})
