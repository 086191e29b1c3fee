import { describe, expect, test } from 'bun:test'
import { homeCommands, homeUsages } from '../../../../src/faces/cli/fields.ts'
import { toolHelp } from '../../../../src/faces/cli/tool-help.ts'
import { HOME_NAMES } from '../../../../src/home/names.ts'
import { runLine } from '../../../support/process/command-line.ts'

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
    expect(['--any ', '--places '].map((flag) => help.includes(flag))).toEqual([false, named.name === 'home'])
    expect(/\{\w+\}|undefined|null/.exec(help)).toBeNull()
  })
})

test.each([
  ['home', '--any'],
  ['listen', '--places'],
  ['open', '--places'],
  ['close', '--places'],
])('%s does not have %s', async (name, flag) => expect((await runLine([name, flag])).err).toContain(`unknown flag ${flag}`))

test('home asks other places only with the server that names them', async () => {
  expect(await runLine(['home', '--places'])).toEqual({
    ...{ code: 2, out: '' },
    err: 'doorstep: --places needs --server URL, which names the other places\n',
  })
})

test('a word that is almost a command at home is recognised', async () =>
  expect((await runLine(['hone'])).err).toBe('doorstep: unknown command "hone": did you mean "home"?\n'))
