import { describe, expect, test } from 'bun:test'
import { homeCommands, homeUsages } from '../../../../src/faces/cli/fields.ts'
import { toolHelp } from '../../../../src/faces/cli/tool-help.ts'
import { HOME_NAMES } from '../../../../src/home/names.ts'
import { runLine } from '../../../support/process/command-line.ts'
import { BRAND, catalogueFolder } from '../../../support/router/catalogue-folder.ts'

describe('doorstep catalog', () => {
  test('finds what the tools take the words for, and what they would suggest', async () => {
    const { code, out, err } = await runLine(['catalog', 'minecraft'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^Services \(--use-case\):\n {2}minecraft-java +Minecraft Java Edition server \(25565\/tcp\)\n/)
    expect(out).toEndWith('\n\nThe tools take "minecraft" for minecraft-java.\n')
    const plan = await runLine(['port-forward-plan', 'minecraft', '--json'])
    expect(JSON.parse(plan.out).service.id).toBe('minecraft-java')
  })

  test('searches one list or all, by several words, and the service of a port', async () => {
    const ids = async (...args: string[]) => (await runLine(['catalog', ...args, '--short'])).out.trim().split('\n')
    expect(await ids('brands', 'iptme')).toEqual(['iptime'])
    expect((await ids('home', 'assistant'))[0]).toBe('home-assistant')
    expect(await ids('services', '25565')).toEqual(['minecraft-java'])
    expect(await ids('providers', 'deutsche', 'telekom')).toEqual(['telekom-de'])
    expect((await ids('providers')).length).toBeGreaterThan(100)
    expect(await ids()).toContain('wireguard')
  })

  test('has the names of the reader, and of the folder of the operator', async () => {
    const korean = await runLine(['catalog', 'brands', '아이피타임', '--lang', 'ko'])
    expect(korean.out).toStartWith('공유기(--router-brand):\n  iptime  아이피타임(ipTIME) (192.168.0.1)\n')
    using laid = catalogueFolder({ 'brands.json': [BRAND] })
    expect((await runLine(['catalog', 'brands', BRAND.id, '--short', '--catalog-dir', laid.path])).out).toBe(`${BRAND.id}\n`)
  })

  test('is JSON for programs', async () => {
    const { out } = await runLine(['catalog', 'services', '25565', '--json'])
    expect(JSON.parse(out)).toEqual({
      entries: [
        { list: 'services', id: 'minecraft-java', name: 'Minecraft Java Edition server', taken: false, ports: ['25565/tcp'] },
      ],
    })
  })

  test('exits with 1 where nothing is found, and shows nothing of what was typed to the terminal', async () => {
    expect(await runLine(['catalog', 'xyz\u001b[2Jzy'])).toEqual({
      code: 1,
      out: '',
      err: 'doorstep: nothing in the catalogue is called "xyz [2Jzy"\n',
    })
    expect(JSON.parse((await runLine(['catalog', 'xyzzy', '--json'])).out)).toEqual({ entries: [] })
  })
})

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
