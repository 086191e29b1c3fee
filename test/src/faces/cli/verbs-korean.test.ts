// The command line where the terminal is Korean: a verb and an error of each kind, whole.
import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFlagsText } from '../../../../src/faces/cli/data.text.ts'
import { runLine, spawnLine } from '../../../support/process/command-line.ts'
import { sharedFolder } from '../../../support/shared.ts'

const HANGUL = /\p{Script=Hangul}/u
/** Commands and their words, which are written as they are in any language. */
const COMMANDS =
  /doorstep( data)? [a-z-]+|npm run build|openssl pkey -in|node_modules\S+( \S+)? data update|sysctl -w|ulimit -n|net\.ipv4\S+|ip -\d route/g
/** Three English words in a row, outside quotes. */
const SENTENCE = /(?<![\w/.-])[a-z]{2,} [a-z]{2,} [a-z]{2,}(?![\w/-])/

const folder = sharedFolder('korean')
const at = (name: string) => join(folder, name)
const real = (args: readonly string[]) => args.map((arg) => (arg.startsWith('@') ? at(arg.slice(1)) : arg))
for (const name of ['empty', 'plug-ins']) mkdirSync(at(name))
for (const [name, text] of [
  ['text', 'none'],
  ['theme.json', JSON.stringify({ name: 'A', colors: { light: { ink: '#ffffff' } } })],
  ['plug-ins/far.ts', "import { x } from '../x.ts'\nimport { y } from 'left-pad'\nx(y)\n"],
  ['none-2026-11.csv', 'a,b,c\n1,2,3\n'],
] as const)
  writeFileSync(at(name), text)

async function inKorean(args: readonly string[], more: Record<string, string> = {}) {
  const printed = await runLine(args, { LANG: 'ko_KR.UTF-8', ...more })
  const text = printed.out + printed.err
  const rest = text.replace(COMMANDS, '').replace(/"[^"]*"/g, '')
  return { ...printed, text, sentence: SENTENCE.exec(rest)?.[0] ?? null }
}

/** Command lines, each with a part of what it prints in Korean: one for each file of sentences that the command line shows. */
const ERRORS: readonly (readonly [readonly string[], string])[] = [
  [['check', '--extra-ca', '@text'], 'PEM 인증서가 없습니다'],
  [['check', '--asn-db', '@text'], 'MMDB 파일이 아닙니다'],
  [['check', '--data-dir', '@none'], '폴더가 아닙니다'],
  [['check', '--catalog-dir', '@text'], '폴더가 아니라 파일입니다'],
  [['check', '--theme', '@theme.json'], '명도 대비가'],
  [['check', '--tools-dir', '@plug-ins'], '같은 폴더의 파일만 가져올 수 있습니다'],
  [['check', '--schema', 'dogs'], '다음 중 하나가 아닙니다: brands'],
  [['serve', 'now'], '"serve" 명령 뒤에 알 수 없는 인수가 있습니다'],
  [['doctor', '--lang', 'fr'], '다음 중 하나가 아닙니다: en, ko'],
  [['dig', 'example.com'], 'doorstep에서는 dns-lookup 명령을 쓰십시오'],
  [['catalog', 'brands', 'xyzzy'], '목록에서 찾을 수 없습니다: "xyzzy"'],
  [['healthcheck', '--port', '0'], '그 포트를 알 수 없습니다'],
  [['data', 'build', '--city', 'x'], '--out FILE 옵션이 필요합니다'],
  [['data', 'build', '--out', 'x'], '옵션 중 하나가 필요합니다'],
  [['data', 'build', 'x'], '알 수 없는 인수가 있습니다: "x"'],
  [['data', 'build', '--city', 'x', '--out', 'a', '--out', 'b'], '--out 옵션을 두 번'],
  [['data', 'build', '--city', 'x', '--out', 'a', '--date', '1'], '2026-11-01과 같은 날짜여야'],
  [['data', 'build', '--city', 'x', '--out', 'a', '--licence-url', 'x'], '주소여야 합니다'],
  [['data', 'build', '--asn', '@none-2026-11.csv', '--out', '@out'], '파일은 만들지 않았습니다'],
  [['data', 'update', '--data-dir', '/tmp'], '--from FILE|URL 옵션이 필요합니다'],
  [['data', 'update', '--from', 'x'], 'DOORSTEP_DATA_DIR 변수로 지정하십시오'],
  [['data', 'update', '--from', '@none', '--data-dir', '@empty'], '데이터는 바뀌지 않았습니다'],
  [['data', 'rollback', '--data-dir', '@empty'], '이전 데이터가 없습니다'],
]

test.each(ERRORS)('%j fails in Korean, and in English elsewhere or with --lang en', async (args, part) => {
  const { text, code, sentence } = await inKorean(real(args))
  expect([text, code === 0, sentence]).toEqual([expect.stringContaining(part), false, null])
  if (args.includes('fr')) return
  const { out, err } = await runLine(real(args))
  const named = await inKorean([...real(args), '--lang', 'en'])
  expect([HANGUL.test(out + err), HANGUL.test(named.text)]).toEqual([false, false])
})

test.each([
  [['data'], '기준일:'],
  [['data', 'build', '--help'], '사용법: doorstep data build'],
  [['data', 'update', '--help'], '옵션:'],
  [['data', 'rollback', '-h'], '되돌립니다'],
  [['doctor'], 'DNS 서버'],
  [['tools'], '포트와 서비스:'],
  [['ping', '--help'], '종료 코드:'],
])('%j speaks Korean', async (args, part) => {
  const { text, sentence, code } = await inKorean(args)
  expect([code, text]).toEqual([0, expect.stringContaining(part)])
  // The names of data and of their publishers are theirs.
  if (args.length > 1) expect(sentence).toBeNull()
  expect(HANGUL.test((await runLine(args)).out)).toBe(false)
  expect((await runLine([...args, '--lang', 'ko'])).out).toContain(part)
})

test('the shell completes with Korean meanings', async () => {
  for (const words of [[''], ['serve', '--'], ['ping', '--'], ['data', 'build', '--'], ['data', 'update', '--']]) {
    const lines = (await inKorean(['complete', ...words])).out.trim().split('\n')
    const english = lines.map((line) => line.split('\t')).filter(([, meaning = '']) => meaning !== '' && !HANGUL.test(meaning))
    expect([lines.length > 1, english]).toEqual([true, []])
  }
  expect(Object.values(dataFlagsText.ko).filter((korean) => korean.endsWith('.'))).toEqual([])
})

test('a server that is not ready is reported in Korean by the program itself', async () => {
  const { err } = await spawnLine(['healthcheck', '--host', '127.0.0.1', '--port', '1'], { env: { LANG: 'ko_KR.UTF-8' } })
  expect(err).toBe('doorstep: 준비되지 않았습니다: 1번 포트 - 연결을 받지 않습니다\n')
})
