import { describe, expect, test } from 'bun:test'
import { homeCommands } from '../../../../src/faces/cli/outside.ts'
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

  test('searches one list or all, by several words, the service of a port, and the folder of the operator', async () => {
    const ids = async (...args: string[]) => (await runLine(['catalog', ...args, '--short'])).out.trim().split('\n')
    expect(await ids('brands', 'iptme')).toEqual(['iptime'])
    expect((await ids('home', 'assistant'))[0]).toBe('home-assistant')
    expect(await ids('services', '25565')).toEqual(['minecraft-java'])
    expect(await ids('providers', 'deutsche', 'telekom')).toEqual(['telekom-de'])
    expect((await ids('providers')).length).toBeGreaterThan(100)
    expect(await ids()).toContain('wireguard')
    using laid = catalogueFolder({ 'brands.json': [BRAND] })
    expect(await ids('brands', BRAND.id, '--catalog-dir', laid.path)).toEqual([BRAND.id])
  })

  test('has the names of the reader, and is JSON for programs', async () => {
    const korean = await runLine(['catalog', 'brands', '아이피타임', '--lang', 'ko'])
    expect(korean.out).toStartWith('공유기(--router-brand):\n  iptime  아이피타임(ipTIME) (192.168.0.1)\n')
    const { out } = await runLine(['catalog', 'services', '25565', '--json'])
    const minecraft = { id: 'minecraft-java', name: 'Minecraft Java Edition server', taken: false, ports: ['25565/tcp'] }
    expect(JSON.parse(out)).toEqual({ entries: [{ list: 'services', ...minecraft }] })
  })

  test('exits with 1 where nothing is found, and shows nothing of what was typed to the terminal', async () => {
    const err = 'doorstep: nothing in the catalogue is called "xyz [2Jzy"\n'
    expect(await runLine(['catalog', 'xyz\u001b[2Jzy'])).toEqual({ code: 1, out: '', err })
    expect(JSON.parse((await runLine(['catalog', 'xyzzy', '--json'])).out)).toEqual({ entries: [] })
  })
})

test('the commands at home are those by their names, in that order', () =>
  expect(homeCommands().map(({ name }) => name)).toEqual([...HOME_NAMES]))

test.each([
  [['home', '--any'], 'unknown flag --any'],
  [['listen', '--places'], 'unknown flag --places'],
  [['close', '--link'], 'unknown flag --link'],
  [['home', '--version'], '--version does not belong to a tool'],
  [['home', '--places'], '--places needs --server URL, which names the other places\n'],
])('%j is refused', async (args, why) =>
  expect(await runLine(args)).toEqual({ code: 2, out: '', err: expect.stringContaining(why) }),
)

test('tools and data print a readable list', async () => {
  const { out } = await runLine(['tools'])
  expect(out).toContain('\nPaths:\n  ping                  Whether a public host answers ping, how fast, and how\n')
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
  expect((await runLine(['tools'], { LANG: 'ko_KR.UTF-8' })).out).toContain('\n네트워크 경로:\n')
  expect((await runLine(['data'])).out).toMatch(/^id: +city\n[\s\S]*ageDays: +\d+\n\nid: +network\n/)
})
