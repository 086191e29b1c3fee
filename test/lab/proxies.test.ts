// For every header that can be chosen: behind nginx and Caddy, set up as docs/hosting.md says, a client cannot pretend to be another.
import { describe, expect, test } from 'bun:test'
import { chmodSync } from 'node:fs'
import { CLIENT_IP_HEADERS } from '../../src/settings/parse.ts'
import { labTest } from '../support/lab.ts'
import { makeNamespace } from '../support/net/namespace.ts'
import { freePort } from '../support/net/network.ts'
import { askThrough, overwritingLines, startCaddy, startNginx } from '../support/process/proxies.ts'
import { startServer } from '../support/server.ts'
import { shared, sharedFolder } from '../support/shared.ts'

const PROXIES = {
  nginx: { start: startNginx, needs: { programs: ['nginx', 'curl', 'ip'], root: true } },
  caddy: { start: startCaddy, needs: { programs: ['caddy', 'curl', 'ip'], root: true } },
}
const CLAIMED = '8.8.8.8'

/** The forgeries that a client may try, as the arguments of curl. */
const FORGERIES: Record<string, string[]> = {
  'nothing forged': [],
  'every header': CLIENT_IP_HEADERS.map((name) => `${name}: ${name === 'forwarded' ? `for=${CLAIMED}` : CLAIMED}`),
  'every header twice': CLIENT_IP_HEADERS.flatMap((name) =>
    Array(2).fill(`${name}: ${name === 'forwarded' ? `for=${CLAIMED}` : CLAIMED}`),
  ),
  'a quote left open': [`Forwarded: for=${CLAIMED};x="`, `X-Forwarded-For: ${CLAIMED}, "`, 'X-Real-IP: "', 'CF-Connecting-IP: "'],
  'the proxy itself': CLIENT_IP_HEADERS.map((name) => `${name}: ${name === 'forwarded' ? 'for=127.0.0.1' : '127.0.0.1'}`),
  'nobody at all': CLIENT_IP_HEADERS.map((name) => `${name}: ${name === 'forwarded' ? 'for=unknown' : 'unknown'}`),
}

const folder = sharedFolder('proxies')
chmodSync(folder, 0o755)
const theClient = shared(() => makeNamespace())

async function namedBehind(
  proxy: keyof typeof PROXIES,
  header: string,
  line: string | undefined,
  check: (ask: Ask) => Promise<void>,
) {
  const { peer4, peer6, address4, address6, inside } = await theClient()
  const args = ['--host', '127.0.0.1', '--trusted-proxies', '127.0.0.1', '--client-ip-header', header]
  await using server = await startServer({ args })
  const port = freePort()
  const addresses = [peer4, `[${peer6}]`]
  const before = { upstream: server.port, addresses, port, ...(line === undefined ? {} : { line }) }
  await using _ = PROXIES[proxy].start(folder, before)
  await check(async (forged) => {
    const fields = forged.flatMap((field) => ['-H', field])
    const answers = []
    for (const at of addresses) answers.push(await askThrough(`${at}:${port}`, { front: inside([]), args: fields }))
    return { answers, truth: [address4, address6] }
  })
  expect(server.output.filter((line) => line.includes('"warn"'))).toEqual([])
}

type Ask = (forged: readonly string[]) => Promise<{ answers: string[]; truth: string[] }>

test('docs/hosting.md has a line for every header that can be chosen', () =>
  expect(overwritingLines().map(({ header }) => header)).toEqual([...CLIENT_IP_HEADERS]))

describe.each(['nginx', 'caddy'] as const)('behind %s', (proxy) => {
  for (const { header, ...lines } of overwritingLines())
    labTest(`that overwrites ${header}, a client is itself`, PROXIES[proxy].needs, async () => {
      await namedBehind(proxy, header, lines[proxy], async (ask) => {
        for (const [name, forged] of Object.entries(FORGERIES)) {
          const { answers, truth } = await ask(forged)
          expect([name, answers]).toEqual([name, truth])
        }
      })
    })

  labTest('as the first block of docs/hosting.md sets it up', PROXIES[proxy].needs, async () => {
    await namedBehind(proxy, 'x-forwarded-for', undefined, async (ask) => {
      for (const [name, forged] of Object.entries(FORGERIES)) {
        const { answers, truth } = await ask(forged)
        expect([name, answers]).toEqual([name, truth])
      }
    })
  })

  labTest('that passes X-Real-IP on, a client is any it claims to be: why the line matters', PROXIES[proxy].needs, async () => {
    await namedBehind(proxy, 'x-real-ip', undefined, async (ask) => {
      expect((await ask([`X-Real-IP: ${CLAIMED}`])).answers).toEqual([CLAIMED, CLAIMED])
    })
  })
})
