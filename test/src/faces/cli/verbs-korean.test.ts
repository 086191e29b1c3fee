// The command line where the terminal is Korean: every verb and every error, whole.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUILD_FLAGS, ROLLBACK_FLAGS, UPDATE_FLAGS } from '../../../../src/faces/cli/data-flags.ts'
import { meaningOf } from '../../../../src/faces/cli/help.text.ts'
import { ROWS } from '../../../../src/settings/options.ts'
import { sampled, sampleName } from '../../../support/lab.ts'
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
  writeFileSync(at('broken.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
  writeFileSync(at('theme.json'), JSON.stringify({ name: 'A', colors: { light: { ink: '#ffffff' } } }))
  writeFileSync(at('bare.json'), JSON.stringify({ logo: 3, links: [{ text: '', url: 'x' }], more: 1 }))
  mkdirSync(at('plug-ins'))
  writeFileSync(at('plug-ins/none.ts'), 'export const nothing = 1\n')
  writeFileSync(at('plug-ins/far.ts'), "import { x } from '../x.ts'\nimport { y } from 'left-pad'\nx(y)\n")
  writeFileSync(at('none-2026-11.csv'), 'a,b,c\n1,2,3\n')
  writeFileSync(at('blocks-2026-11.csv'), '1.0.0.0,1.0.0.255,AU\n')
  writeFileSync(at('undated.csv'), '1.0.0.0,1.0.0.255,AU\n')
  writeFileSync(at('logo.json'), JSON.stringify({ name: 'A', logo: 'text' }))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function inKorean(args: readonly string[], more: Record<string, string> = {}) {
  const printed = await runLine(args, { LANG: 'ko_KR.UTF-8', ...more })
  const text = printed.out + printed.err
  const rest = text.replace(COMMANDS, '').replace(/"[^"]*"/g, '')
  return { ...printed, text, sentence: SENTENCE.exec(rest)?.[0] ?? null }
}

/** Command lines, each with a part of what it prints in Korean. */
const ERRORS: readonly (readonly [string, readonly string[], string])[] = [
  ['a root that is not there', ['check', '--extra-ca', '@none'], '파일이 없습니다'],
  ['a root that is a folder', ['check', '--extra-ca', '@empty'], '파일이 아니라 폴더입니다'],
  ['a root that is none', ['check', '--extra-ca', '@text'], 'PEM 인증서가 없습니다'],
  ['a root that is broken', ['check', '--extra-ca', '@broken.pem'], '1번째 인증서를 읽을 수 없습니다'],
  ['a certificate without a key', ['check', '--tls-cert', '@text'], '--tls-key 옵션도 필요합니다'],
  ['a key without a certificate', ['check', '--tls-key', '@text'], '--tls-cert 옵션도 필요합니다'],
  ['a certificate that is none', ['check', '--tls-cert', '@text', '--tls-key', '@text'], 'PEM 인증서가 없습니다'],
  ['a database that is not there', ['check', '--city-db', '@none'], '파일이 없습니다'],
  ['a database that is none', ['check', '--asn-db', '@text'], 'MMDB 파일이 아닙니다'],
  ['a folder of data that is not there', ['check', '--data-dir', '@none'], '폴더가 아닙니다'],
  ['a folder of tools that is not there', ['check', '--tools-dir', '@none'], '폴더에 오류 1개'],
  ['a catalogue that is not there', ['check', '--catalog-dir', '@none'], '폴더가 없습니다'],
  ['a catalogue that is a file', ['check', '--catalog-dir', '@text'], '폴더가 아니라 파일입니다'],
  ['a theme that is not there', ['check', '--theme', '@none'], '파일이 없습니다'],
  ['a theme that cannot be read by eye', ['check', '--theme', '@theme.json'], '명도 대비가'],
  ['a logo of another type', ['check', '--theme', '@logo.json'], '다음 중 하나가 아닙니다: .svg'],
  ['a theme of other fields', ['check', '--theme', '@bare.json'], 'logo - 잘못된 값입니다: 3. 필요한 값: 파일 이름'],
  ['a plug-in that is none', ['check', '--tools-dir', '@plug-ins'], '기본 내보내기(default export)가 없고'],
  ['a plug-in that imports others', ['check', '--tools-dir', '@plug-ins'], '같은 폴더의 파일만 가져올 수 있습니다'],
  ['data build of an odd file', ['data', 'build', '--asn', '@none-2026-11.csv', '--out', '@out'], '"asn" 데이터가 없습니다'],
  ['data build of a file without a day', ['data', 'build', '--country', '@undated.csv', '--out', '@out'], '날짜가 없습니다'],
  ['data build of a folder', ['data', 'build', '--city', '@empty', '--out', '@out'], '파일이 없는 폴더입니다'],
  ['data build into a folder', ['data', 'build', '--country', '@blocks-2026-11.csv', '--out', '@empty'], '일반 파일이 아닙니다'],
  ['a schema that is not there', ['check', '--schema', 'dogs'], '다음 중 하나가 아닙니다: brands'],
  ['a word too many', ['check', '--schema', 'brands', 'isps'], '알 수 없는 인수가 있습니다: "isps"'],
  ['another word too many', ['serve', 'now'], '"serve" 명령 뒤에 알 수 없는 인수가 있습니다'],
  ['a language that there is not', ['doctor', '--lang', 'fr'], '다음 중 하나가 아닙니다: en, ko'],
  ['a word of another program', ['dig', 'example.com'], 'doorstep에서는 dns-lookup 명령을 쓰십시오'],
  ['nothing in the catalogue', ['catalog', 'brands', 'xyzzy'], '목록에서 찾을 수 없습니다: "xyzzy"'],
  ['a value that goes alone', ['ping', 'example.com', '--short', '--json'], '--json 옵션과 함께 쓸 수 없습니다'],
  ['a shell that there is not', ['completion', 'csh'], '다음 중 하나가 필요합니다: bash, zsh, fish'],
  ['types of nothing', ['tools', '--types', 'x'], '알 수 없는 인수가 있습니다'],
  ['all of nobody', ['mcp', '--all'], '--server URL 옵션으로 지정해야 합니다'],
  ['the version of a tool', ['ping', '--version'], 'doorstep --version으로 확인하십시오'],
  ['a port that nobody knows', ['healthcheck', '--port', '0'], '그 포트를 알 수 없습니다'],
  ['data build without a file', ['data', 'build', '--city', 'x'], '--out FILE 옵션이 필요합니다'],
  ['data build without a source', ['data', 'build', '--out', 'x'], '옵션 중 하나가 필요합니다'],
  ['data build with a word', ['data', 'build', 'x'], '알 수 없는 인수가 있습니다: "x"'],
  ['data build twice', ['data', 'build', '--city', 'x', '--out', 'a', '--out', 'b'], '--out 옵션을 두 번'],
  ['data build on no day', ['data', 'build', '--city', 'x', '--out', 'a', '--date', '1'], '2026-11-01과 같은 날짜여야'],
  [
    'data build with a link that is none',
    ['data', 'build', '--city', 'x', '--out', 'a', '--licence-url', 'x'],
    '주소여야 합니다',
  ],
  ['data build of nothing', ['data', 'build', '--city', '@none', '--out', '@out'], '파일은 만들지 않았습니다'],
  ['data update of nothing', ['data', 'update', '--data-dir', '/tmp'], '--from FILE|URL 옵션이 필요합니다'],
  ['data update to nowhere', ['data', 'update', '--from', 'x'], 'DOORSTEP_DATA_DIR 변수로 지정하십시오'],
  ['data update on no day', ['data', 'update', '--from', 'x', '--date', '1'], '날짜여야 합니다'],
  [
    'data update of a file that is not there',
    ['data', 'update', '--from', '@none', '--data-dir', '@empty'],
    '데이터는 바뀌지 않았습니다',
  ],
  ['data rollback of no folder', ['data', 'rollback', '--data-dir', '@none'], '폴더가 아닙니다'],
  ['data rollback of nothing', ['data', 'rollback', '--data-dir', '@empty'], '이전 데이터가 없습니다'],
]

describe('an error in Korean', () => {
  test.each(sampled(16, ERRORS))(sampleName('%s'), async (_, args, part) => {
    const { text, code, sentence } = await inKorean(real(args))
    expect(text).toContain(part)
    expect(code).not.toBe(0)
    expect([text, sentence]).toEqual([text, null])
  })

  test('is English for the same line elsewhere, or with --lang en', async () => {
    for (const [name, args] of ERRORS.filter(([, [verb]]) => ['data', 'healthcheck', 'ping', 'mcp'].includes(verb ?? ''))) {
      const { out, err } = await runLine(real(args))
      expect([name, HANGUL.test(out + err)]).toEqual([name, false])
      const named = await inKorean([...real(args), '--lang', 'en'])
      expect([name, HANGUL.test(named.text)]).toEqual([name, false])
    }
  })

  test.each([
    ['kind', 'box', '잘못된 값입니다'],
    ['id', 'A B', '필요한 값: 소문자, 숫자, 하이픈으로 된 id'],
    ['aliases', ['--'], '글자나 숫자가 없습니다'],
    ['models', ['#'], '너무 많은 이름과 일치합니다'],
    ['gateways', ['8.8.8.8'], '사설 IP 주소(RFC 1918)가 아닙니다'],
    ['notes', { en: ['one'], ko: [] }, '영어 항목은 1개인데 한국어 항목은 0개입니다'],
    ['notes', { en: ['a\nb'], ko: ['가'] }, '줄바꿈(U+000A) 때문에'],
    ['odd', 1, '알 수 없는 필드입니다'],
  ])('of a mistake in the catalogue: %s is %j', async (field, value, part) => {
    using wrong = catalogueFolder(brandsWith(field, value))
    const { text, sentence } = await inKorean(['check', '--catalog-dir', wrong.path])
    expect(text).toContain(part)
    expect([text, [text, sentence]]).toEqual([expect.stringMatching(/폴더에 오류 \d+개/), [text, null]])
  })

  test('of a catalogue that is not JSON, and a warning about one that nobody reads', async () => {
    using broken = catalogueFolder({ 'brands.json': '[{"a": 1,}]' })
    expect((await inKorean(['check', '--catalog-dir', broken.path])).text).toContain('잘못된 JSON: 큰따옴표로 묶은 필드 이름')
    const { text, sentence } = await inKorean(['check', '--catalog-dir', at('empty')])
    expect(text).toContain('내장된 목록만 사용합니다')
    expect(sentence).toBeNull()
  })

  test('of the help: no setting, command or flag is described in English alone', async () => {
    for (const args of [['--help'], ['man']]) {
      const { out } = await inKorean(args)
      const lines = out.split('\n').filter((line) => SENTENCE.test(line.replace(COMMANDS, '')) && !HANGUL.test(line))
      expect([args, lines]).toEqual([args, []])
    }
  })

  test('of the help: what is typed stands in both languages', () => {
    const typed = (text: string) => text.match(/\b(?:unix|auto|off|id=system)\b/g) ?? []
    const missing = ROWS.flatMap(({ flag, meaning }) => {
      const korean = meaningOf(`--${flag}`, meaning, 'ko')
      return typed(meaning).flatMap((word) => (korean.includes(word) ? [] : [`--${flag}: ${word}`]))
    })
    expect(missing).toEqual([])
  })

  test('of a variable that Kubernetes has set', async () => {
    const { text } = await inKorean(['check'], { DOORSTEP_PORT: 'tcp://10.0.0.1:80' })
    expect(text).toContain('Kubernetes가 설정한 값입니다')
  })
})

/** Verbs, each with a part of its output. */
const VERBS: readonly (readonly [readonly string[], string])[] = [
  [['check'], '설정: 정상\n'],
  [['data'], '기준일:'],
  [['data'], '실행 파일에 내장'],
  [['data', 'build', '--help'], '사용법: doorstep data build'],
  [['data', 'update', '--help'], '옵션:'],
  [['data', 'rollback', '-h'], '되돌립니다'],
  [['doctor'], 'DNS 서버'],
  [['tools'], '포트와 서비스:'],
  [['catalog', 'services', '25565'], '서비스(--use-case):'],
  [['completion', '--help'], '사용법: doorstep'],
  [['ping', '--help'], '종료 코드:'],
]

describe('a verb in Korean', () => {
  test.each(VERBS)('%j', async (args, part) => {
    const { text, sentence, code } = await inKorean(args)
    expect(code).toBe(0)
    expect(text).toContain(part)
    // The names of data and of their publishers are theirs.
    if (args.length > 1) expect(sentence).toBeNull()
    expect(HANGUL.test((await runLine(args)).out)).toBe(false)
    expect((await runLine([...args, '--lang', 'ko'])).out).toContain(part)
  })

  test('check names what is sound, and warns', async () => {
    using sound = catalogueFolder({ 'brands.json': [BRAND] })
    const { out } = await inKorean(['check', '--catalog-dir', sound.path, '--data-dir', at('empty')], { DOORSTEP_PORTT: '9' })
    expect(out).toContain(
      '설정: 경고: DOORSTEP_PORTT 변수는 doorstep의 설정이 아니므로 무시합니다. 혹시 DOORSTEP_PORT 변수입니까?',
    )
    expect(out).toContain('--catalog-dir: brands.json 정상, 추가 1개, 교체 0개')
    expect(out).toContain('--data-dir: 정상. 데이터가 없으므로')
  })

  test('the shell completes with Korean meanings', async () => {
    const meanings = async (...words: string[]) =>
      (await inKorean(['complete', ...words])).out
        .trim()
        .split('\n')
        .map((line) => line.split('\t'))
    for (const words of [[''], ['serve', '--'], ['ping', '--'], ['data', 'build', '--'], ['data', 'update', '--']])
      for (const [name, meaning = ''] of await meanings(...words))
        if (meaning !== '') expect([name, HANGUL.test(meaning)]).toEqual([name, true])
  })

  test('every flag of data has a Korean meaning that ends as the others do', () => {
    for (const { flag, korean } of [...BUILD_FLAGS, ...UPDATE_FLAGS, ...ROLLBACK_FLAGS])
      expect([flag, HANGUL.test(korean), korean.endsWith('.')]).toEqual([flag, true, false])
  })
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
