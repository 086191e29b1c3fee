import { describe, expect, test } from 'bun:test'
import { homeCommands, homeUsages } from '../../../../src/faces/cli/home-commands.ts'
import { toolHelp } from '../../../../src/faces/cli/tool-help.ts'
import { HOME_NAMES } from '../../../../src/home/names.ts'
import { runLine } from '../../../support/process/command-line.ts'

const TWO_SERVERS = ['--server', 'http://127.0.0.1:1', '--server', 'http://127.0.0.1:2']

test('help, manual and list of tools know the commands at home, in their order', async () => {
  const names = homeCommands().map(({ name }) => name)
  expect(names).toEqual(HOME_NAMES.filter((name) => names.includes(name)))
  expect(names).toContain('home')
  const [help, manual] = await Promise.all([runLine(['--help']), runLine(['man'])])
  for (const { written, meaning } of homeUsages('en')) {
    expect(help.out).toContain(`  ${written} `)
    expect(manual.out).toContain(`.SS ${written}\n${meaning.replaceAll('-', '\\-').replaceAll("'", '\\(aq')}.\n`)
  }
})

describe.each(homeCommands())('the help of $name', (named) => {
  test.each(['en', 'ko'] as const)('says what --server is for, and has no flag that does nothing, in %s', (locale) => {
    const help = toolHelp(named, locale)
    const isAsked = named.name !== 'close'
    const server = locale === 'ko' ? '외부에서 확인할 doorstep 서버' : 'The doorstep that looks from outside'
    expect(help.includes('--server https://doorstep.example.com')).toBe(isAsked)
    expect(help.replaceAll(/\s+/g, ' ').includes(server)).toBe(isAsked)
    expect(help).not.toContain('HTTP API')
    expect(help).not.toContain('--any ')
    expect(/\{\w+\}|undefined|null/.exec(help)).toBeNull()
  })
})

test('a command at home takes one server', async () => {
  const english = await runLine(['home', ...TWO_SERVERS])
  expect(english).toMatchObject({ code: 2, out: '' })
  expect(english.err).toBe(
    'doorstep: the commands at home take one --server, whose view is joined with what this computer sees\n',
  )
  expect((await runLine(['home', '--lang', 'ko', ...TWO_SERVERS])).err).toContain('--server를 하나만 지정할 수 있습니다')
})

test('--any does not belong to a command at home', async () => {
  expect((await runLine(['home', '--any'])).err).toContain('unknown flag --any')
})

test('a word that is almost a command at home is recognised', async () => {
  expect((await runLine(['hone'])).err).toBe('doorstep: unknown command "hone": did you mean "home"?\n')
})
