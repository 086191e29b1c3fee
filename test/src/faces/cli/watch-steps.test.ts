import { describe, expect, test } from 'bun:test'
import { type Checked, NOTHING_YET, readWatch, stepAfter } from '../../../../src/faces/cli/watch.ts'
import { runLine } from '../../../support/process/command-line.ts'

const INTERVAL = 100
const found = (news: string): Checked => ({ news })
const failed = (failure = 'down', retryAfterMs = 0): Checked => ({ failure, retryAfterMs })

/** Returns what each check of a row leads to: "say" and "act", and the waits. */
function watched(row: readonly Checked[]) {
  let memory = NOTHING_YET
  return row.map((checked) => {
    const step = stepAfter(memory, checked, INTERVAL)
    memory = step.memory
    return [step.isNews ? 'say' : '', step.hasChanged ? 'act' : '', step.waitMs]
  })
}

describe('what is said, and when the command runs', () => {
  const [A, B, C, F] = [found('a'), found('b'), found('c'), failed()]
  test.each([
    ['the first finding is said, and is not a change', [A, A, A], ['say', '', ''], [0, 0, 0]],
    ['a change is said at once, and counts when it is seen again', [A, B, B, B], ['say', 'say', '', ''], [0, 0, 1, 0]],
    ['chance does not count', [A, B, A, A], ['say', 'say', 'say', ''], [0, 0, 0, 0]],
    ['nor does it twice', [A, B, A, B, A], ['say', 'say', 'say', 'say', 'say'], [0, 0, 0, 0, 0]],
    ['a row of different findings ends with the one that stays', [A, B, C, C], ['say', 'say', 'say', ''], [0, 0, 0, 1]],
    ['back is a change as well', [A, B, B, A, A], ['say', 'say', '', 'say', ''], [0, 0, 1, 0, 1]],
    ['a failure is said once, and is not a finding', [A, F, F, F], ['say', 'say', '', ''], [0, 0, 0, 0]],
    ['after a failure, the same finding is said and is not a change', [A, F, A, A], ['say', 'say', 'say', ''], [0, 0, 0, 0]],
    ['findings with a failure between them are in a row', [A, B, F, B], ['say', 'say', 'say', 'say'], [0, 0, 0, 1]],
    ['another failure is said', [A, F, failed('other'), F], ['say', 'say', 'say', 'say'], [0, 0, 0, 0]],
    ['a finding with the words of a failure is another', [found('x'), failed('x'), found('x')], ['say', 'say', 'say'], [0, 0, 0]],
  ] as const)('%s', (_, row, said, acted) => {
    const steps = watched(row)
    expect(steps.map(([one]) => one)).toEqual([...said])
    expect(steps.map(([, one]) => (one === 'act' ? 1 : 0))).toEqual([...acted])
  })
})

test('failures back off to eight intervals, and a finding ends that', () => {
  const row = [found('a'), ...Array.from({ length: 7 }, () => failed()), found('a'), failed()]
  expect(watched(row).map(([, , waitMs]) => waitMs)).toEqual([100, 100, 200, 400, 800, 800, 800, 800, 100, 100])
})

test('a server that says when to come again is not asked earlier', () => {
  expect(watched([found('a'), failed('busy', 5000), failed('busy', 50)]).map(([, , waitMs]) => waitMs)).toEqual([100, 5000, 200])
})

test('however findings and failures follow each other, the command runs only for the second of two equal new findings', () => {
  const kinds = [found('a'), found('b'), found('c'), failed()]
  for (let number = 0; number < 4 ** 7; number++) {
    const row = Array.from({ length: 7 }, (_, at) => kinds[Math.floor(number / 4 ** at) % 4] ?? failed())
    const acted = watched(row).map(([, one]) => one === 'act')
    // The rule, said another way: from the findings alone.
    const news = row.flatMap((checked, at) => ('news' in checked ? [{ text: checked.news, at }] : []))
    let holds = news[0]?.text
    const expected = row.map(() => false)
    for (const [index, { text, at }] of news.entries()) {
      if (text === holds || text !== news[index - 1]?.text) continue
      holds = text
      expected[at] = true
    }
    if (!Bun.deepEquals(acted, expected)) throw new Error(`${JSON.stringify(row)}: ${acted}`)
  }
})

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
