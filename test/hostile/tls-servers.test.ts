// Servers that send what no proper one does: to cost us much, or to be shown as something else.
import { afterAll, describe, expect, test } from 'bun:test'
import { OK, startFaultHttp } from '../support/net/fault-http.ts'
import { bodyOf, postTool, type Server, startServer, UNLIMITED_TARGETS } from '../support/server.ts'
import { startClear } from '../support/tls/clear.ts'
import { certificate, dn, EXTENSION, generalizedTime, KEY, pem, utcTime } from '../support/tls/der.ts'

const ANSWER_BYTES_MAX = 256 * 1024
const owned = new AsyncDisposableStack()
afterAll(() => owned.disposeAsync())

let started: Promise<Server> | undefined
function doorstep(): Promise<Server> {
  started ??= startServer({ env: UNLIMITED_TARGETS, args: ['--allow-targets', '127.0.0.0/8'] }).then((server) =>
    owned.use(server),
  )
  return started
}

async function check(port: number): ReturnType<typeof bodyOf> {
  const answer = await postTool((await doorstep()).url, 'ssl-check', { host: '127.0.0.1', port })
  expect(answer.status).toBe(200)
  const text = await answer.text()
  expect(text.length).toBeLessThan(ANSWER_BYTES_MAX)
  return JSON.parse(text)
}

/** Returns the findings for certificates that are sent in the clear. */
async function checkClear(...certificates: Buffer[]) {
  await using server = await startClear(certificates)
  return await check(server.port)
}

describe('dates', () => {
  test('the last day that there is', async () => {
    const der = certificate({ to: generalizedTime('99991231235959Z'), extensions: [EXTENSION.san('web.test'), EXTENSION.ca()] })
    const tls = { key: KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: pem(der) }
    await using real = await startFaultHttp((back) => back.send(OK), { tls })
    const found = await checkClear(der)
    expect([found.certificate.validTo, (await check(real.port)).certificate.validTo]).toEqual(
      Array(2).fill('9999-12-31T23:59:59.000Z'),
    )
    expect(found.problems).toEqual(['hostname-mismatch', 'self-signed'])
  })

  test('a date that cannot be read makes a certificate that cannot', async () => {
    for (const to of [utcTime('garbage'), utcTime('400101000000+0900'), generalizedTime('00300101000000Z')]) {
      const found = await checkClear(certificate({ to }))
      expect(found).toMatchObject({ outcome: 'handshake', certificate: null, chain: [], valid: false })
      expect(found.nextActions).toMatchObject([{ code: 'replace-unreadable' }])
    }
    expect((await checkClear(certificate(), certificate({ to: utcTime('garbage') }))).chain).toHaveLength(1)
  })
})

describe('an answer has a bound', () => {
  test('thousands of names', async () => {
    const names = Array.from({ length: 3000 }, (_, index) => `n${index}.web.test`)
    const found = await checkClear(certificate({ extensions: [EXTENSION.san(...names)] }))
    expect(found.certificate.san).toEqual(names.slice(0, 256))
    expect(found.certificate.omitted).toBe(3000 - 256)
  })

  test('names of names of kilobytes, one after the other', async () => {
    const long = Array.from({ length: 6 }, (_, index) =>
      certificate({ subject: dn({ C: `"${index}`.repeat(1000), O: 'é'.repeat(2000), CN: '집'.repeat(1000) }) }),
    )
    const found = await checkClear(...long)
    expect(found.chain.length + found.omitted).toBe(6)
    expect(found.omitted).toBeGreaterThan(0)
    expect(found.certificate.subject.commonName).toBe('집'.repeat(1000))
    expect(found.certificate.subject.organization).toEndWith(' [... 976 more characters]')
  })

  test('a name that is longer than any may be', async () => {
    const found = await checkClear(certificate({ subject: dn({ CN: 'x'.repeat(50_000) }) }))
    expect(found.chain[0].subject).toEndWith('more characters]')
    expect(JSON.stringify(found).length).toBeLessThan(30_000)
  })
})

test('a certificate that has signed itself is self-signed, whatever the purpose of its key', async () => {
  const der = certificate({ extensions: [EXTENSION.san('web.test'), EXTENSION.noCa(), EXTENSION.signsData()] })
  const found = await checkClear(der)
  expect(found).toMatchObject({ chainIssue: 'self-signed', problems: ['hostname-mismatch', 'self-signed'] })
  const tls = { key: KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: pem(der) }
  await using real = await startFaultHttp((back) => back.send(OK), { tls })
  const { url } = await doorstep()
  const head = await bodyOf(await postTool(url, 'http-headers', { url: `https://127.0.0.1:${real.port}/` }))
  expect(head.tls).toMatchObject({ authorized: false, error: 'self-signed' })
})
