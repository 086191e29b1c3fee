import { afterAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { labTest } from '../../../support/lab.ts'
import { type Back, OK, response, startFaultHttp } from '../../../support/net/fault-http.ts'
import { AUTHORITY, type Issued, Pki } from '../../../support/tls/pki.ts'
import { ask, expectAllClosed } from './asking.ts'

const OPENSSL = { programs: ['openssl'] }
const ALERT = (description: number) => Buffer.from([0x15, 3, 3, 0, 2, 2, description])
const NAME = 'good.example.test'
const pki = new Pki()
afterAll(() => pki[Symbol.dispose]())

const read = (path: string) => readFileSync(path, 'utf8')
let issued: Promise<{ root: Issued; good: Issued }> | undefined
function certificates() {
  issued ??= (async () => {
    const root = await pki.issue('root', { subject: '/CN=Lab Authority', extensions: AUTHORITY })
    return { root, good: await pki.issue('good', { by: root, san: [`DNS:${NAME}`, 'IP:127.0.0.1'] }) }
  })()
  return issued
}

async function tlsOptions() {
  const { good } = await certificates()
  return { key: read(good.key), cert: read(good.certificate) }
}

/** Asks a server that has these certificates by such a name. */
async function askWith(host: string, { key }: Issued, chain: readonly Issued[], trusted: readonly Issued[]) {
  const cert = chain.map(({ certificate }) => read(certificate)).join('')
  await using server = await startFaultHttp((back) => back.send(OK), { tls: { key: read(key), cert } })
  return await ask(`https://${host}:${server.port}/`, { roots: trusted.map(({ certificate }) => read(certificate)) })
}

describe('certificates are judged, and never in the way', () => {
  labTest('trusted by the operator’s own root', OPENSSL, async () => {
    const { root, good } = await certificates()
    const result = await askWith(NAME, good, [good], [root])
    expect(result).toMatchObject({ outcome: 'response', tls: { authorized: true, protocol: 'TLSv1.3', error: null } })
    expect(result.timingMs.tls).toBeGreaterThan(0)
    expect((await askWith('127.0.0.1', good, [good], [root])).tls).toMatchObject({ authorized: true, error: null })
  })

  labTest('why one is not trusted', OPENSSL, async () => {
    const { root, good } = await certificates()
    const expired = await pki.issue('expired', { by: root, san: [`DNS:${NAME}`], from: -9, to: -1 })
    const early = await pki.issue('early', { by: root, san: [`DNS:${NAME}`], from: 1, to: 9 })
    const selfSigned = await pki.issue('self-signed', { san: [`DNS:${NAME}`] })
    const named = await pki.issue('named', { by: root, san: [`DNS:${NAME}`] })
    for (const [host, leaf, chain, trusted, error] of [
      [NAME, good, [good], [], 'incomplete-chain'],
      [NAME, good, [good, root], [], 'untrusted-root'],
      ['other.example.test', good, [good], [root], 'hostname-mismatch'],
      ['127.0.0.1', named, [named], [root], 'hostname-mismatch'],
      [NAME, expired, [expired], [root], 'expired'],
      [NAME, early, [early], [root], 'not-yet-valid'],
      [NAME, selfSigned, [selfSigned], [], 'self-signed'],
    ] as const) {
      const result = await askWith(host, leaf, chain, trusted)
      expect(result).toMatchObject({ outcome: 'response', head: { status: 200 }, tls: { authorized: false, error } })
    }
  })

  labTest('the name is sent, an address is not', OPENSSL, async () => {
    const { key, cert } = await tlsOptions()
    const names: unknown[] = []
    const SNICallback = (name: string, done: (error: null) => void) => {
      names.push(name)
      done(null)
    }
    await using server = await startFaultHttp((back) => back.send(OK), { tls: { key, cert, SNICallback } })
    await ask(`https://${NAME}:${server.port}/`)
    await ask(`https://127.0.0.1:${server.port}/`)
    expect(names.filter((name) => name === '127.0.0.1')).toEqual([])
    expect(server.seen.map(({ head }) => /Host: (\S+)/.exec(head)?.[1])).toEqual([
      `${NAME}:${server.port}`,
      `127.0.0.1:${server.port}`,
    ])
  })

  labTest('a failure after the handshake is one of HTTP', OPENSSL, async () => {
    const { key, cert } = await tlsOptions()
    await using server = await startFaultHttp(
      {
        '/mute': () => {},
        '/ends': (back) => back.end(),
        '/early': (back) => back.end('HTTP/1.1 200 OK\r\n'),
        '/garbage': (back) => back.send('garbage'),
        '/slow': (back) => back.send(response('200 OK').slice(0, -1)),
      },
      { tls: { key, cert } },
    )
    for (const [path, outcome, reason] of [
      ['/mute', 'timeout', 'no-answer'],
      ['/ends', 'protocol-error', 'closed-without-answer'],
      ['/early', 'protocol-error', 'closed-early'],
      ['/garbage', 'protocol-error', 'not-http'],
      ['/slow', 'timeout', 'incomplete-answer'],
    ]) {
      const result = await ask(`https://127.0.0.1:${server.port}${path}`)
      expect([path, result.outcome, result.reason]).toEqual([path, outcome, reason])
      expect(result).toMatchObject({ failedLayer: 'http', tls: { protocol: 'TLSv1.3' } })
    }
    await expectAllClosed(server)
  })
})

describe('failed handshakes', () => {
  test.each([
    ['silence', () => {}, 'timeout', 'no-answer'],
    ['HTTP', (back) => back.send('HTTP/1.1 400 Bad Request\r\n\r\n'), 'tls-failed', 'not-tls'],
    ['SSH', (back) => back.send('SSH-2.0-OpenSSH_9.2p1\r\n'), 'tls-failed', 'not-tls'],
    ['garbage', (back) => back.send(Buffer.alloc(600, 0xff)), 'tls-failed', 'not-tls'],
    ['an end', (back) => back.end(), 'tls-failed', 'closed-early'],
    ['an end after a while', (back) => back.after(50, () => back.end()), 'tls-failed', 'closed-early'],
    ['a reset', (back) => back.after(50, () => back.reset()), 'tls-failed', 'connection-reset'],
    ['half a record', (back) => back.end(Buffer.from([0x16, 3, 3, 1, 0, 2])), 'tls-failed', 'closed-early'],
    ['an alert', (back) => back.send(ALERT(40)), 'tls-failed', 'tls-handshake-failed'],
    ['an old version', (back) => back.send(ALERT(70)), 'tls-failed', 'version-refused'],
    ['HTTP/2 alone', (back) => back.send(ALERT(120)), 'tls-failed', 'alpn-refused'],
    ['another name', (back) => back.send(ALERT(112)), 'tls-failed', 'name-refused'],
  ] as [string, (back: Back) => void, string, string][])('%s', async (_, onConnect, outcome, reason) => {
    await using server = await startFaultHttp({}, { onConnect })
    const started = performance.now()
    const result = await ask(`https://127.0.0.1:${server.port}/`)
    expect(performance.now() - started).toBeLessThan(8000)
    expect(result).toMatchObject({ outcome, reason, failedLayer: 'tls', head: null, tls: null, address: '127.0.0.1' })
    await expectAllClosed(server)
  })
})
