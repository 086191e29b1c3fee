import { describe, expect, test } from 'bun:test'
import { type Checked, NOTHING_YET, stepAfter } from '../../../../src/faces/cli/watch.ts'

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
