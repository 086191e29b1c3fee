// The command line where the terminal is Korean: a verb and an error of each kind, whole.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataFlagsText } from '../../../../src/faces/cli/data.text.ts'
import { runLine, spawnLine } from '../../../support/process/command-line.ts'
import { BRAND, brandsWith, catalogueFolder } from '../../../support/router/catalogue-folder.ts'

const HANGUL = /\p{Script=Hangul}/u
/** Commands and their words, which are written as they are in any language. */
const COMMANDS =
  /doorstep( data)? [a-z-]+|npm run build|openssl pkey -in|node_modules\S+( \S+)? data update|sysctl -w|ulimit -n|net\.ipv4\S+|ip -\d route/g
/** Three English words in a row, outside quotes. */
const SENTENCE = /(?<![\w/.-])[a-z]{2,} [a-z]{2,} [a-z]{2,}(?![\w/-])/

let folder = ''
const at = (name: string) => join(folder, name)
const real = (args: readonly string[]) => args.map((arg) => (arg.startsWith('@') ? at(arg.slice(1)) : arg))

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorstep-korean-'))
  mkdirSync(at('empty'))
  writeFileSync(at('text'), 'none')
  writeFileSync(at('theme.json'), JSON.stringify({ name: 'A', colors: { light: { ink: '#ffffff' } } }))
  mkdirSync(at('plug-ins'))
  writeFileSync(at('plug-ins/none.ts'), 'export const nothing = 1\n')
  writeFileSync(at('plug-ins/far.ts'), "import { x } from '../x.ts'\nimport { y } from 'left-pad'\nx(y)\n")
  writeFileSync(at('none-2026-11.csv'), 'a,b,c\n1,2,3\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

async function inKorean(args: readonly string[], more: Record<string, string> = {}) {
  const printed = await runLine(args, { LANG: 'ko_KR.UTF-8', ...more })
  const text = printed.out + printed.err
  const rest = text.replace(COMMANDS, '').replace(/"[^"]*"/g, '')
  return { ...printed, text, sentence: SENTENCE.exec(rest)?.[0] ?? null }
}

/** Command lines, each with a part of what it prints in Korean: one for each file of sentences that the command line shows. */
const ERRORS: readonly (readonly [readonly string[], string])[] = [
  [['check', '--extra-ca', '@text'], 'PEM 인증서가 없습니다'],
  [['check', '--tls-cert', '@text'], '--tls-key 옵션도 필요합니다'],
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
  [['completion', 'csh'], '다음 중 하나가 필요합니다: bash, zsh, fish'],
  [['mcp', '--all'], '--server URL 옵션으로 지정해야 합니다'],
  [['ping', '--version'], 'doorstep --version으로 확인하십시오'],
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

test('a mistake in the catalogue, and a variable that Kubernetes has set, are told in Korean', async () => {
  using wrong = catalogueFolder(brandsWith('kind', 'box'))
  const { text, sentence } = await inKorean(['check', '--catalog-dir', wrong.path], { DOORSTEP_PORT: 'tcp://10.0.0.1:80' })
  expect([text, sentence]).toEqual([expect.stringMatching(/폴더에 오류 1개[\s\S]*잘못된 값입니다/), null])
  expect(text).toContain('Kubernetes가 설정한 값입니다')
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

test('check names what is sound, and warns', async () => {
  using sound = catalogueFolder({ 'brands.json': [BRAND] })
  const { out } = await inKorean(['check', '--catalog-dir', sound.path, '--data-dir', at('empty')], { DOORSTEP_PORTT: '9' })
  expect(out).toStartWith(
    '설정: 경고: DOORSTEP_PORTT 변수는 doorstep의 설정이 아니므로 무시합니다. 혹시 DOORSTEP_PORT 변수입니까?\n',
  )
  expect(out).toContain('--catalog-dir: brands.json 정상, 추가 1개, 교체 0개')
  expect(out).toContain('--data-dir: 정상. 데이터가 없으므로')
})

test('the shell completes with Korean meanings', async () => {
  for (const words of [[''], ['serve', '--'], ['ping', '--'], ['data', 'build', '--'], ['data', 'update', '--']]) {
    const lines = (await inKorean(['complete', ...words])).out.trim().split('\n')
    const english = lines.map((line) => line.split('\t')).filter(([, meaning = '']) => meaning !== '' && !HANGUL.test(meaning))
    expect([lines.length > 1, english]).toEqual([true, []])
  }
  expect(Object.values(dataFlagsText.ko).filter((korean) => korean.endsWith('.'))).toEqual([])
})

test('a port that is in use, and a server that is ready or not, are reported in Korean by the program itself', async () => {
  const taken = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('') })
  const { port } = taken
  const args = ['--host', '127.0.0.1', '--port', String(port)]
  const env = { LANG: 'ko_KR.UTF-8' }
  const { code, err } = await spawnLine(args, { env })
  expect([code, err]).toEqual([1, expect.stringContaining('포트를 이미 쓰고 있습니다')])
  expect((await spawnLine(['healthcheck', ...args], { env })).out).toBe('준비되었습니다\n')
  await taken.stop(true)
  const { err: why } = await spawnLine(['healthcheck', ...args], { env })
  expect(why).toBe(`doorstep: 준비되지 않았습니다: ${port}번 포트 - 연결을 받지 않습니다\n`)
})
