// The requests of docs/with.md, sent byte by byte as the page shows them: what each program reads of the answer.

import { afterAll, expect, test } from 'bun:test'
import { labTest } from '../../../support/lab.ts'
import { execute } from '../../../support/net/namespace.ts'
import { freePort } from '../../../support/net/network.ts'
import { readPage } from '../../../support/process/pages.ts'
import { sendRaw } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

/** The part of an answer that a program reads, with the port of its request open, and closed where that makes a difference. */
const READS: Readonly<
  Record<string, { open: readonly [status: number, body: string | RegExp]; closed?: [number, string | RegExp] }>
> = {
  gluetun: { open: [200, /^\{\n {2}"ip": "127\.0\.0\.1",[\s\S]*\}$/] },
  'ddns-updater': { open: [200, '127.0.0.1'] },
  ddclient: { open: [200, '127.0.0.1'] },
  inadyn: { open: [200, '127.0.0.1'] },
  Transmission: { open: [200, '1'], closed: [200, '0'] },
  qBittorrent: { open: [200, '1'], closed: [200, '0'] },
  'Uptime Kuma': { open: [200, /^\{.*"good":true,.*\}$/], closed: [503, /^\{.*"good":false,.*\}$/] },
  gatus: { open: [200, /^\{.*"good":true,.*\}$/], closed: [503, /^\{.*"good":false,.*\}$/] },
  'Home Assistant': { open: [200, 'open\n'], closed: [200, 'refused\n'] },
  'Nginx Proxy Manager': { open: [200, '198.51.100.7'] },
  curl: { open: [200, 'open\n'], closed: [503, 'refused\n'] },
  PowerShell: { open: [200, /^\{"ip":"127\.0\.0\.1",.*\}$/] },
}

/** Names that are ours, as a GET needs them where checks may reach networks of the operator. */
const ORIGINS = 'https://your.server,https://portcheck.transmissionbt.com'
const server = await sharedServer({ args: ['--allow-targets', '127.0.0.0/8', '--public-origins', ORIGINS] })
const proxied = await sharedServer({ args: ['--trusted-proxies', '127.0.0.1'] })
const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
afterAll(() => listener.stop(true))
const closed = freePort()

/** The requests of the page, by program. */
const requests = new Map(
  [...readPage('docs/with.md').matchAll(/^## (.+)\n(?:(?!^## )[\s\S])*?^```http\n([\s\S]*?)^```$/gm)].map(
    ([, program = '', text = '']) => [program, text],
  ),
)

test('every program of the page has a request, and no other', () => expect([...requests.keys()]).toEqual(Object.keys(READS)))

test.concurrent.each(Object.entries(READS))('%s reads what it expects', async (program, { open, closed: otherwise }) => {
  const ask = async (port: number) => {
    const request = (requests.get(program) ?? '').replace(/(?<=port=|GET \/)\d+/, `${port}`).replaceAll('\n', '\r\n')
    const answer = await sendRaw((program === 'Nginx Proxy Manager' ? proxied : server).port, `${request}\r\n`)
    const [head = '', body] = answer.split(/\r\n\r\n([\s\S]*)/)
    expect(head).not.toMatch(/^(?:content-encoding|transfer-encoding):/im)
    return [Number(head.split(' ')[1]), body]
  }
  const fits = ([status, body]: readonly [number, string | RegExp]) => [
    status,
    typeof body === 'string' ? body : expect.stringMatching(body),
  ]
  expect(await ask(listener.port)).toEqual(fits(open))
  if (otherwise) expect(await ask(closed)).toEqual(fits(otherwise))
})

labTest(
  'the line for curl succeeds where the port is open, and fails where it is not',
  { programs: ['curl', 'sh'] },
  async () => {
    const [, line = ''] = /^(curl -fsS '.*)$/m.exec(readPage('docs/with.md')) ?? []
    const run = async (port: number) =>
      execute(['sh', '-c', line.replace('https://your.server', server.url).replace(/(?<=port=)\d+/, `${port}`)])
    expect(await run(listener.port)).toMatchObject({ exitCode: 0, stdout: 'open\n' })
    expect(await run(closed)).toMatchObject({ exitCode: 22, stdout: '' })
  },
)
