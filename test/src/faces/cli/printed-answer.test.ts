// The one value that `--short` prints, in place of the answer.
import { describe, expect, test } from 'bun:test'
import { readResult } from '../../../../src/contract/result-link.ts'
import { HOME_NAMES } from '../../../../src/home/names.ts'
import { manifest } from '../../../../src/operations/registry/manifest.gen.ts'
import { runLine, startResolver } from '../../../support/process/command-line.ts'
import { readPage } from '../../../support/process/pages.ts'
import { sharedServer } from '../../../support/shared.ts'

const LOOPBACK = ['--allow-targets', '127.0.0.0/8']

describe('--short on this machine', () => {
  test.each([
    [['ip-lookup', '8.8.8.8'], 'Google LLC\n'],
    [['ip-location', '8.8.8.8'], 'US\n'],
    [['port-forward-plan', '--use-case', 'minecraft-java'], '25565 tcp\n25565 udp\n'],
    [['port-forward-plan', '--ports', '80,9000:81/udp'], '80 tcp\n9000:81 udp\n'],
    [['router-login-route', '--gateway', '192.168.7.1'], 'http://192.168.7.1\n'],
  ])('%j', async (line, out) => expect(await runLine([...line, '--short'])).toEqual({ code: 0, out, err: '' }))

  test('prints every value, one a line; and says why there is none where no script reads it', async () => {
    await using resolver = await startResolver()
    const lookUp = (...args: string[]) => runLine(['dns-lookup', ...args, '--short', '--resolvers', resolver.resolvers])
    expect(await lookUp('a.example.com')).toEqual({ code: 0, out: '127.0.0.1\n', err: '' })
    const nothing = await lookUp('nothing.invalid')
    expect([nothing.code, nothing.out]).toEqual([1, ''])
    expect(nothing.err).toMatch(/^doorstep: .*nothing\.invalid.*\n$/)
    expect((await lookUp('nothing.invalid', '--lang', 'ko')).err).toMatch(/^doorstep: nothing\.invalid.*니다\.\n$/)
  })

  test.each([
    [['--json'], '--short prints one value, so --json does not go with it'],
    [['--details'], '--short prints one value, so --details does not go with it'],
    [['--watch', '1m'], '--short prints one value, so --watch does not go with it'],
    [['--json', '--lang', 'ko'], '--short 옵션은 값 하나만 출력하므로 --json 옵션과 함께 쓸 수 없습니다'],
  ])('goes without %j', async (more, says) => {
    expect(await runLine(['ip-lookup', '8.8.8.8', '--short', ...more])).toEqual({ code: 2, out: '', err: `doorstep: ${says}\n` })
  })

  test('is documented for every tool and command at home', () => {
    const [, section = ''] = /\n## One value for a script\n([\s\S]*?)\n## /.exec(readPage('docs/cli.md')) ?? []
    const named = [...section.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names = '']) => names.replaceAll('`', '').split(', '))
    expect(named.toSorted()).toEqual([...manifest.map(({ file }) => file), ...HOME_NAMES].toSorted())
  })
})

const server = await sharedServer({ args: LOOPBACK })

describe('--short of other doorsteps', () => {
  test('is the value that one found, also where that is bad', async () => {
    const check = (port: number) => runLine(['port-check', `${port}`, '--short', '--server', server.url])
    expect(await check(server.port)).toEqual({ code: 0, out: 'open\n', err: '' })
    expect(await check(1)).toEqual({ code: 1, out: 'refused\n', err: '' })
    expect(await runLine(['ip', '--short', '--server', server.url])).toEqual({ code: 0, out: '127.0.0.1\n', err: '' })
    expect(await runLine(['ip-json', '--short', '--server', server.url])).toEqual({ code: 0, out: '127.0.0.1\n', err: '' })
  })
})

describe('--link', () => {
  const checked = (...more: string[]) => runLine(['port-check', String(server.port), '--server', server.url, '--link', ...more])
  const linkIn = (text: string) => new RegExp(`${server.url}/#result=(\\S+)\\n`).exec(text)?.[1] ?? ''

  test('prints a link to the page of that server below the result, without the whole address', async () => {
    const { code, out, err } = await checked()
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/\n\nThis result as a link, without host names, .*:\nhttp\S+\n$/)
    expect(readResult(linkIn(out))).toMatchObject({
      tool: 'port-check',
      ip: '127.0.0.x',
      port: String(server.port),
      found: 'open',
    })
    expect((await checked('--lang', 'ko')).out).toContain('이 결과의 링크')
  })

  test('prints it on standard error where standard output is for a script', async () => {
    const { out, err } = await checked('--json')
    expect(JSON.parse(out)).toMatchObject({ tool: 'port-check', ip: '127.0.0.1' })
    expect(readResult(linkIn(err))).toMatchObject({ found: 'open' })
  })

  test('leaves a result about others whole', async () => {
    const { out } = await runLine(['ip-lookup', '8.8.8.8', '--server', server.url, '--link'])
    expect(out).toContain('\nThis result as a link:\n')
    expect(readResult(linkIn(out))).toMatchObject({ tool: 'ip-lookup', ip: '8.8.8.8', asn: '15169' })
  })

  test('says where there is none', async () => {
    expect((await runLine(['ip', '--server', server.url, '--link'])).out).toBe(
      '127.0.0.1\n\nThis result does not fit into a link.\n',
    )
  })

  test.each([
    [['ip-lookup', '8.8.8.8', '--link']],
    [['home', '--link']],
    [['ip-lookup', '8.8.8.8', '--link', '--server', 'http://127.0.0.1:1', '--places']],
  ])('needs one server: %j', async (args) => {
    expect(await runLine(args)).toMatchObject({
      code: 2,
      err: 'doorstep: --link needs one --server URL, whose page draws the result\n',
    })
    expect((await runLine([...args, '--lang', 'ko'])).err).toContain('서버 하나를 --server URL 옵션으로')
  })
})
