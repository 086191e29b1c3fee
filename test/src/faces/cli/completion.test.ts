import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldsOf } from '../../../../src/faces/cli/fields.ts'
import { LOG_LEVELS } from '../../../../src/platform/log.ts'
import { SCHEMA_WORDS } from '../../../../src/router/catalogue/files.ts'
import { ROWS } from '../../../../src/settings/options.ts'
import { PROGRAM } from '../../../support/executable.ts'
import { labTest, programPath } from '../../../support/lab.ts'
import { runLine } from '../../../support/process/command-line.ts'
import { TOOLS } from '../../../support/process/named-tool.ts'
import { atTerminal } from '../../../support/process/terminal.ts'
import { BRAND, catalogueFolder } from '../../../support/router/catalogue-folder.ts'
import { sharedFolder } from '../../../support/shared.ts'

const completed = async (words: string[], environment: Record<string, string> = {}) => {
  const { code, out, err } = await runLine(['complete', ...words], environment)
  expect([code, err]).toEqual([0, ''])
  return out.split('\n').slice(0, -1)
}
const written = async (...words: string[]) => (await completed(words)).map((line) => line.split('\t')[0])

describe('complete', () => {
  test('knows verbs and tools, in the language of the terminal', async () => {
    const all = await written('')
    for (const name of ['serve', 'doctor', 'completion', 'ping', 'home', 'port-forward-plan']) expect(all).toContain(name)
    expect(all).not.toContain('complete')
    expect(await completed(['dns-l'])).toEqual(["dns-lookup\tThe DNS records of a name, as this server's resolver returns them"])
    expect(await completed(['dns-l'], { LANG: 'ko_KR.UTF-8' })).toEqual([expect.stringMatching(/^dns-lookup\t.*[가-힣]/)])
  })

  test.each<[line: string, values: readonly string[]]>([
    ['dns-lookup example.com --record-type m', ['MX']],
    ['ddns-match --record-type ', ['A', 'AAAA']],
    ['dns-lookup --record-type=aa', ['--record-type=AAAA']],
    // As bash splits it.
    ['dns-lookup --record-type = aa', ['AAAA']],
    ['dns-lookup example.com m', ['MX']],
    ['traceroute example.com --method ', ['udp', 'icmp', 'tcp']],
    ['port-forward-plan --router-brand ipti', ['iptime']],
    ['port-forward-plan --use-case minecraft-j', ['minecraft-java']],
    ['port-forward-plan minecraft-j', ['minecraft-java']],
    ['port-forward-plan --catalog-dir /nowhere --router-brand ipti', ['iptime']],
    ['router-login-route --platform win', ['windows']],
    ['home --use-case minecraft-j', ['minecraft-java']],
    ['ping --lang ', ['en', 'ko']],
    ['serve --metrics o', ['on', 'off']],
    ['serve --city-db ', [':files']],
    ['ping --extra-ca=', [':files']],
    ['--log-level ', LOG_LEVELS],
    ['serve --client-ip-header x-r', ['x-real-ip']],
    ['check --schema ', SCHEMA_WORDS],
    ['data ', ['build', 'update', 'rollback']],
    ['data update --fr', ['--from']],
    ['data update --from ', [':files']],
    ['catalog s', ['services']],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['ping ', []],
    ['mcp --ho', ['--home', '--host']],
    ['catalog --sh', ['--short', '--show-local-hops']],
    ['version --js', ['--json']],
    ['ping example.com --co', ['--count', '--contact']],
    ['ping --count 3 --co', ['--contact']],
    ['ping -- --workers', []],
    ['ping --an', ['--any']],
    ['home --an', []],
    ['home --wa', ['--watch']],
    ['open 25565 --wa', []],
    ['open 25565 --li', []],
  ])('%j', async (line, values) => expect(await written(...line.split(' '))).toEqual([...values]))

  test("knows an operator's own routers", async () => {
    using laid = catalogueFolder({ 'brands.json': [BRAND] })
    const words = ['port-forward-plan', '--catalog-dir', laid.path, '--router-brand', BRAND.id]
    expect(await written(...words)).toEqual([BRAND.id])
    expect(await completed(['port-forward-plan', '--router-brand', BRAND.id], { DOORSTEP_CATALOG_DIR: laid.path })).toHaveLength(
      1,
    )
  })

  test.each([[[]], [['tcsh']], [['bash', 'zsh']]])('is for three shells, not %j', async (shells) => {
    const err = 'doorstep: completion needs one of bash, zsh, fish\n'
    expect(await runLine(['completion', ...shells])).toEqual({ code: 2, out: '', err })
  })
})

const TAB = '\t'

describe('in a real shell', () => {
  const folder = sharedFolder('completion')
  beforeAll(() => {
    const command = PROGRAM.map((word) => `'${word}'`).join(' ')
    // The program itself answers Tab; Enter shows the line word by word.
    const script = `case $1 in complet*) exec ${command} "$@" ;; *) printf '<%s>' "$@" ;; esac`
    writeFileSync(join(folder, 'doorstep'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    writeFileSync(join(folder, 'Roots.pem'), '')
  })

  /** Lines, and their words after Tab is pressed at the end. */
  const LINES: readonly (readonly [line: string, words: readonly string[]])[] = [
    ['dns-look', ['dns-lookup']],
    ['dns-lookup example.com --record-t', ['dns-lookup', 'example.com', '--record-type']],
    ['dns-lookup --record-type=CNA', ['dns-lookup', '--record-type=CNAME']],
    ['port-forward-plan --use-case minecraft-ja', ['port-forward-plan', '--use-case', 'minecraft-java']],
    ['port-forward-plan --router-brand iptim', ['port-forward-plan', '--router-brand', 'iptime']],
    ['serve --extra-ca Roo', ['serve', '--extra-ca', 'Roots.pem']],
    ["dns-lookup '$(touch hacked)' --record-t", ['dns-lookup', '$(touch hacked)', '--record-type']],
  ]

  /** Starts a shell with its script loaded, and returns its completions of each line. */
  async function tryIn(command: readonly string[], load: string): Promise<void> {
    const env = {
      PATH: `${folder}:${process.env.PATH}`,
      HOME: folder,
      ZDOTDIR: folder,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
    }
    await using shell = atTerminal(command, { env: { ...env, LANG: 'C.UTF-8' }, cwd: folder, columns: 200 })
    shell.type(`${load}; printf '%s\\n' loa''ded\n`)
    await shell.saw(/loaded/)
    for (const [line, words] of LINES) {
      shell.type(`doorstep ${line}${TAB}\n`)
      const shown = words.map((word) => `<${word}>`).join('')
      await shell.saw(new RegExp(shown.replaceAll(/[$().]/g, '\\$&')))
    }
    expect(existsSync(join(folder, 'hacked'))).toBe(false)
  }

  labTest('bash', { programs: ['bash'] }, () =>
    tryIn([programPath('bash') ?? '', '--norc', '--noprofile', '-i'], 'eval "$(doorstep completion bash)"'),
  )

  labTest('zsh', { programs: ['zsh'] }, () =>
    tryIn([programPath('zsh') ?? '', '-f', '-i'], 'autoload -U compinit; compinit -u -D; source <(doorstep completion zsh)'),
  )

  labTest('fish', { programs: ['fish'] }, () =>
    tryIn([programPath('fish') ?? '', '--no-config', '-i'], 'doorstep completion fish | source'),
  )
})

const folder = sharedFolder('man')

test.each(['en', 'ko'] as const)(
  'no line of the manual is mistaken for a request, and none is in another language: %s',
  async (lang) => {
    const { out } = await runLine(['man', '--lang', lang])
    const lines = out.split('\n')
    expect(lines.filter((line) => /^[.']/.test(line) && !/^\.(TH|SH|SS|TP|PP|EX|EE|B)\b/.test(line))).toEqual([])
    const meanings = lines.filter((_, index) => lines[index - 2] === '.TP')
    expect(meanings.filter((line) => /\p{Script=Hangul}/u.test(line) !== (lang === 'ko'))).toEqual([])
    for (const { flag } of ROWS) expect(out.replaceAll('\\-', '-')).toContain(`--${flag} `)
  },
)

// The parts of groff that man runs.
const NEEDS = { programs: ['man', 'preconv', 'tbl', 'groff', 'troff', 'grotty', 'nroff', 'locale', 'col'] }

labTest('man renders the manual without a warning, with every tool, field and setting', NEEDS, async () => {
  const page = join(folder, 'doorstep.1')
  writeFileSync(page, (await runLine(['man'])).out)
  const env = { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '400', MANPAGER: 'cat', MANROFFOPT: '', MANOPT: '' }
  const { stdout, stderr, exitCode } = Bun.spawnSync(['man', '--warnings', '-l', page], { env })
  expect([exitCode, stderr.toString()]).toEqual([0, ''])
  const text = Bun.stripANSI(stdout.toString())
  for (const named of TOOLS) {
    expect(text).toContain(`${named.tool.text.say('en', 'summary', {})}.`)
    for (const { flag } of fieldsOf(named)) expect(text).toContain(`--${flag} `)
  }
  for (const { flag, placeholder } of ROWS) expect(text).toContain(`--${flag} ${placeholder}`)
  expect(text).toContain('doorstep port-forward-plan --use-case minecraft-java')
})
