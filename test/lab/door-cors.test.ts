// Bare refusals of the parser can be read from every origin behind nginx and Caddy, with the lines of docs/hosting.md.

import { describe, expect } from 'bun:test'
import { chmodSync } from 'node:fs'
import { answersIn, exchange } from '../support/door/raw.ts'
import { labTest } from '../support/lab.ts'
import { freePort } from '../support/net/network.ts'
import { blocksOfPages } from '../support/process/pages.ts'
import { askThrough, startCaddy, startNginx } from '../support/process/proxies.ts'
import { startServer } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

const corsLines = (language: string) => blocksOfPages(language).find((block) => block.includes('Access-Control-')) ?? ''
const PROXIES = {
  nginx: { start: startNginx, also: corsLines('nginx') },
  caddy: { start: startCaddy, also: corsLines('caddyfile') },
}
const folder = sharedFolder('door-cors')
chmodSync(folder, 0o755)

const HOST = 'Host: ip.example.com'
/** Each field fits the buffers of nginx; all together are more than doorstep's parser takes. */
const LARGE = Array.from({ length: 3 }, (_, index) => `X-${index}: ${'a'.repeat(7000)}`)
const CASES = [
  { name: 'an answer', line: 'GET /api/ip', fields: [HOST], status: 200 },
  { name: 'a refusal', line: 'GET /nope', fields: [HOST], status: 404 },
  { name: 'a preflight', line: 'OPTIONS /api/ip', fields: [HOST, 'Origin: https://a.example'], status: 204 },
  { name: 'too many headers', line: 'GET /api/ip', fields: [HOST, ...LARGE], status: 431 },
  { name: 'a method that the parser does not know', line: 'BREW /api/ip', fields: [HOST], status: 502 },
]

describe.each(['nginx', 'caddy'] as const)('behind %s', (proxy) => {
  labTest('every answer has the header, and once', { programs: [proxy, 'curl'] }, async () => {
    await using server = await startServer({ args: ['--host', '127.0.0.1', '--trusted-proxies', '127.0.0.1'] })
    const ask = async (port: number, { line, fields }: (typeof CASES)[number]) => {
      const { text } = await exchange(port, [`${[`${line} HTTP/1.1`, ...fields, 'Connection: close'].join('\r\n')}\r\n\r\n`], {
        atLeast: 1,
      })
      const [answer] = answersIn(text)
      return { status: answer?.status, origins: answer?.head.match(/^access-control-allow-origin: \*$/gim)?.length ?? 0 }
    }
    const { start, also } = PROXIES[proxy]
    for (const lines of ['', also]) {
      const port = freePort()
      await using _ = start(folder, { upstream: server.port, addresses: ['127.0.0.1'], port, also: lines })
      await askThrough(`127.0.0.1:${port}`, {})
      for (const one of CASES) {
        // Without the lines, what doorstep did not answer itself lacks it.
        const origins = lines !== '' || one.status < 431 ? 1 : 0
        expect([one.name, await ask(port, one)]).toEqual([one.name, { status: one.status, origins }])
      }
    }
  })
})
