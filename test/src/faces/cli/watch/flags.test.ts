import { describe, expect, test } from 'bun:test'
import { readWatch } from '../../../../../src/faces/cli/watch/flags.ts'
import { runLine } from '../../../../support/process/command-line.ts'

test.each([
  [['8080'], null],
  [['8080', '--watch', '10m'], { rest: ['8080'], intervalMs: 600_000, onChange: null }],
  [['--watch=30s', '8080', '--json'], { rest: ['8080', '--json'], intervalMs: 30_000, onChange: null }],
  [['--on-change', 'mail -s x y', '8080', '--watch', '24h'], { rest: ['8080'], intervalMs: 86_400_000, onChange: 'mail -s x y' }],
  [['--watch', '1h', '--on-change=- -x'], { rest: [], intervalMs: 3_600_000, onChange: '- -x' }],
  [['--watch', '1h', '--watch', '2h'], { rest: [], intervalMs: 7_200_000, onChange: null }],
  [['--watch', '1h', '--', '--watch'], { rest: ['--', '--watch'], intervalMs: 3_600_000, onChange: null }],
  [['--', '--watch', '1h'], null],
] as const)('%j', (args, watched) => expect(readWatch([...args])).toEqual(watched))

describe('a line that cannot be watched says what to write instead', () => {
  const ASKED = ['ip-lookup', '8.8.8.8']
  test.each([
    [[...ASKED, '--watch'], '--watch needs a value', '--watch 옵션에 값이 필요합니다'],
    [[...ASKED, '--watch', '--json'], '--watch needs a value', '값이 필요합니다'],
    [[...ASKED, '--watch', '29s'], '--watch: "29s" is not a length of time between 30s and 24h, such as 10m', '10m처럼 30s부터'],
    [[...ASKED, '--watch', '2d'], '"2d" is not a length of time', '30s부터 24h까지'],
    [[...ASKED, '--watch', 'often'], '"often" is not a length of time', '30s부터 24h까지'],
    [[...ASKED, '--on-change', 'true'], '--on-change needs --watch TIME', '--watch 옵션과 함께'],
    [[...ASKED, '--watch', '10m', '--on-change', ' '], '--on-change needs a command of the shell', '셸 명령을 지정하십시오'],
    [
      ['open', '25565', '--watch', '10m'],
      '"open" cannot be repeated: --watch works with tools and with home',
      '반복할 수 없습니다',
    ],
    [[...ASKED, '--watch', '10m', '--link'], '--link does not work with --watch', '함께 쓸 수 없습니다'],
    [['ip-lookpu', '--watch', '10m'], 'unknown command "ip-lookpu": did you mean "ip-lookup"?', '혹시 "ip-lookup"'],
    [['serve', '--watch', '10m'], 'unknown flag --watch', '알 수 없는 옵션입니다: --watch'],
  ])('%j', async (args, english, korean) => {
    expect(await runLine(args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(english) })
    expect((await runLine(args, { LANG: 'ko_KR.UTF-8' })).err).toContain(korean)
  })
})

test('the help of what is watched is that help', async () => {
  const { out } = await runLine(['ping', '--watch', '10m', '--help'])
  expect(out).toContain('Usage: doorstep ping HOST')
  expect(out).toContain('--watch TIME')
})

test('a word behind -- that looks like a flag is a word', async () => {
  expect(await runLine(['ip-lookup', '--', '--watch=30s'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('not an IP address'),
  })
})
