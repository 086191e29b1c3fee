import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readResult } from '../../../../src/contract/result-link.ts'
import { runLine } from '../../../support/process/command-line.ts'
import { type Server, startServer } from '../../../support/server.ts'

describe('--link', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer({ args: ['--allow-targets', '127.0.0.1', '--deny-ports', ''] })
  })
  afterAll(() => server[Symbol.asyncDispose]())
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
