import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldsOf } from '../../../../src/faces/cli/fields.ts'
import { LOG_LEVELS } from '../../../../src/platform/log.ts'
import { manifest } from '../../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../../src/registry/tools.ts'
import { SCHEMA_WORDS } from '../../../../src/router/catalogue/json-schema.ts'
import { ROWS } from '../../../../src/settings/options.ts'
import { PROGRAM } from '../../../support/executable.ts'
import { labTest, programPath } from '../../../support/lab.ts'
import { runLine } from '../../../support/process/command-line.ts'
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

  test('knows the flags of a tool that are not there yet', async () => {
    expect(await written('ping', '--')).toContain('--count')
    expect(await written('ping', '--')).toContain('--resolvers')
    expect(await written('ping', 'example.com', '--co')).toEqual(['--count', '--contact'])
    expect(await written('ping', '--count', '3', '--co')).toEqual(['--contact'])
    expect([await written('ping', '--', '--workers'), await written('ping', '--pla')]).toEqual([[], ['--places']])
    expect([await written('ping', '--an'), await written('ping', '--any', '--an')]).toEqual([['--any'], []])
    expect(await written('serve', '--an')).toEqual([])
    expect(await written('port-forward-plan', '')).toContain('--use-case')
  })

  test('knows the values of fields and settings', async () => {
    expect(await written('dns-lookup', 'example.com', '--record-type', 'm')).toEqual(['MX'])
    expect(await written('ddns-match', '--record-type', '')).toEqual(['A', 'AAAA'])
    expect(await written('dns-lookup', '--record-type=aa')).toEqual(['--record-type=AAAA'])
    // As bash splits it.
    expect(await written('dns-lookup', '--record-type', '=', 'aa')).toEqual(['AAAA'])
    expect(await written('dns-lookup', '--record-type', '=')).toContain('MX')
    expect(await written('traceroute', 'example.com', '--method', '')).toEqual(['udp', 'icmp', 'tcp'])
    expect(await written('port-forward-plan', '--router-brand', 'ipti')).toEqual(['iptime'])
    expect(await written('port-forward-plan', '--use-case', 'minecraft-j')).toEqual(['minecraft-java'])
    expect(await written('router-login-route', '--platform', 'win')).toEqual(['windows'])
    expect(await written('router-login-route', '--isp', 'kt')).toContain('kt')
    expect(await written('ping', '--lang', '')).toEqual(['en', 'ko'])
    expect(await written('serve', '--metrics', 'o')).toEqual(['on', 'off'])
    expect(await written('serve', '--city-db', '')).toEqual([':files'])
    expect(await written('ping', '--extra-ca=')).toEqual([':files'])
    expect(await written('--log-level', '')).toEqual([...LOG_LEVELS])
    expect(await written('serve', '--log-format', 't')).toEqual(['text'])
    expect(await written('serve', '--client-ip-header', 'x-r')).toEqual(['x-real-ip'])
    expect(await written('check', '--sch')).toEqual(['--schema'])
    expect(await written('check', '--schema', '')).toEqual(SCHEMA_WORDS)
    expect(await written('home', '--')).toContain('--use-case')
    expect([await written('home', '--an'), await written('home', '--wa')]).toEqual([[], ['--watch']])
    expect([await written('ping', '--on'), await written('open', '25565', '--wa')]).toEqual([['--on-change'], []])
    expect(await written('open', '25565', '--li')).toEqual([])
    expect(await written('home', '--use-case', 'minecraft-j')).toEqual(['minecraft-java'])
    expect(await written('mcp', '--ho')).toEqual(['--home', '--host'])
    expect(await written('mcp', '--al')).toEqual(['--all', '--allow-targets'])
    expect(await written('data', 'update', '--fr')).toEqual(['--from'])
    expect(await written('data', 'update', '--from', '')).toEqual([':files'])
    expect(await written('catalog', 's')).toEqual(['services'])
    expect(await written('catalog', '--sh')).toEqual(['--short', '--show-local-hops'])
    expect(await written('version', '--js')).toEqual(['--json'])
    expect(await written('dns-lookup', 'example.com', 'm')).toEqual(['MX'])
    expect(await written('dns-lookup', 'example.com', '')).toContain('--record-type')
    expect(await written('port-forward-plan', 'minecraft-j')).toEqual(['minecraft-java'])
    expect(await written('ping', '--sh')).toContain('--short')
    expect([await written('completion', ''), await written('ping', '')]).toEqual([['bash', 'zsh', 'fish'], []])
    expect(await written('nothing', 'x', '')).toEqual(await written('serve', ''))
  })

  test("knows an operator's own routers, and those built in if the folder cannot be used", async () => {
    using laid = catalogueFolder({ 'brands.json': [BRAND] })
    const words = ['port-forward-plan', '--catalog-dir', laid.path, '--router-brand', BRAND.id]
    expect((await completed(words)).map((line) => line.split('\t')[0])).toEqual([BRAND.id])
    expect((await completed(words.slice(3), { DOORSTEP_CATALOG_DIR: laid.path })).length).toBe(0)
    expect(await completed(['port-forward-plan', '--router-brand', BRAND.id], { DOORSTEP_CATALOG_DIR: laid.path })).toHaveLength(
      1,
    )
    expect(await written('port-forward-plan', '--catalog-dir', '/nowhere', '--router-brand', 'ipti')).toEqual(['iptime'])
  })

  test('is for three shells', async () => {
    expect((await runLine(['completion'])).err).toBe('doorstep: completion needs one of bash, zsh, fish\n')
    expect((await runLine(['completion', 'tcsh'])).code).toBe(2)
    expect((await runLine(['completion', 'bash', 'zsh'])).code).toBe(2)
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

test('no line of the manual is mistaken for a request', async () => {
  const { out } = await runLine(['man'])
  const requests = out.split('\n').filter((line) => /^[.']/.test(line))
  expect(requests.filter((line) => !/^\.(TH|SH|SS|TP|PP|EX|EE|B)\b/.test(line))).toEqual([])
})

test('the manual in Korean has every setting and tool, in Korean', async () => {
  const { out } = await runLine(['man', '--lang', 'ko'])
  expect(out).toContain('\n.SH 이름\n')
  for (const { tool } of toolsOf(manifest)) expect(out).toContain(tool.text.say('ko', 'summary', {}).slice(0, 12))
  for (const { flag } of ROWS) expect(out.replaceAll('\\-', '-')).toContain(`--${flag} `)
  const meanings = out.split('\n').filter((_, index, lines) => lines[index - 2] === '.TP')
  expect(meanings.filter((line) => !/\p{Script=Hangul}/u.test(line))).toEqual([])
})

// The parts of groff that man runs.
const NEEDS = { programs: ['man', 'preconv', 'tbl', 'groff', 'troff', 'grotty', 'nroff', 'locale', 'col'] }

labTest('man renders the manual without a warning, with every tool, field and setting', NEEDS, async () => {
  const page = join(folder, 'doorstep.1')
  writeFileSync(page, (await runLine(['man'])).out)
  const env = { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '400', MANPAGER: 'cat', MANROFFOPT: '', MANOPT: '' }
  const { stdout, stderr, exitCode } = Bun.spawnSync(['man', '--warnings', '-l', page], { env })
  expect([exitCode, stderr.toString()]).toEqual([0, ''])
  const text = Bun.stripANSI(stdout.toString())
  for (const named of toolsOf(manifest)) {
    expect(text).toContain(`${named.tool.text.say('en', 'summary', {})}.`)
    for (const { flag } of fieldsOf(named)) expect(text).toContain(`--${flag} `)
  }
  for (const { flag, placeholder } of ROWS) expect(text).toContain(`--${flag} ${placeholder}`)
  expect(text).toContain('doorstep port-forward-plan --use-case minecraft-java')
})
