// Servers that send what no proper one does: to cost us much, or to be shown as something else.
import { describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { OK, startFaultHttp } from '../support/net/fault-http.ts'
import { vitalsDuring } from '../support/process/vitals.ts'
import { bodyOf, postTool, UNLIMITED_TARGETS } from '../support/server.ts'
import { sharedServer } from '../support/shared.ts'
import { startClear } from '../support/tls/clear.ts'
import { COSTLIEST_EXPONENT, certificate, dn, EXTENSION, generalizedTime, KEY, pem, rsaKey, utcTime } from '../support/tls/der.ts'
import { startFault } from '../support/tls/server.ts'
import { handshakeMessage, record, serverHello } from '../support/tls/wire.ts'

const ANSWER_BYTES_MAX = 256 * 1024
const doorstep = await sharedServer({ env: UNLIMITED_TARGETS, args: ['--allow-targets', '127.0.0.0/8'] })

async function check(port: number): ReturnType<typeof bodyOf> {
  const answer = await postTool(doorstep.url, 'ssl-check', { host: '127.0.0.1', port })
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

describe.skipIf(process.platform !== 'linux')('work has a bound', () => {
  const message = handshakeMessage(11, Buffer.alloc(260_000))
  const half = (bytes: number) =>
    Buffer.concat([
      record(22, serverHello()),
      ...Array.from({ length: Math.floor(bytes / 16_000) }, (_, at) =>
        record(22, message.subarray(at * 16_000, (at + 1) * 16_000)),
      ),
    ])
  const empties = (count: number) => Buffer.alloc(count * 5, record(22, Buffer.alloc(0)))
  const later =
    (...parts: Buffer[]) =>
    async (socket: Socket) => {
      for (const part of parts) {
        socket.write(part)
        await Bun.sleep(100)
      }
      socket.destroy()
    }
  const costly = Array.from({ length: 27 }, (_, index) => {
    const [publicKey, signature] = [rsaKey(16_384, COSTLIEST_EXPONENT), Buffer.alloc(2048, 0x55)]
    return certificate({ subject: dn({ CN: 'same' }), publicKey, signature, serial: index, extensions: [EXTENSION.ca()] })
  })

  test.each([
    ['an unfinished message and 26,000 empty records', 'no-tls', () => startFault(later(half(128_000), empties(26_000)))],
    ['certificates with the costliest keys, each issued by each', 'handshake', () => startClear(costly)],
  ])(
    '%s',
    async (_, outcome, start) => {
      await using fault = await start()
      expect(await check(fault.port)).toMatchObject({ outcome })
      const { absenceMs, cpuMs, grownBytes } = await vitalsDuring(doorstep, () => check(fault.port))
      // Seconds, hundreds of megabytes and the whole server before; the rest is for a machine that is busy.
      expect(cpuMs).toBeLessThan(400)
      expect(absenceMs).toBeLessThan(500)
      expect(grownBytes).toBeLessThan(30 * 1024 * 1024)
    },
    120_000,
  )
})

describe('dates', () => {
  // Every spelling is one of test/src/net/tls/trust.test.ts.
  test.each([
    [generalizedTime('00300101000000Z'), '0030-01-01T00:00:00.000Z', ['expired']],
    [generalizedTime('99991231235959Z'), '9999-12-31T23:59:59.000Z', []],
  ])('%s ends on %s', async (to, shown, problems) => {
    const found = await checkClear(certificate({ to, extensions: [EXTENSION.san('web.test'), EXTENSION.ca()] }))
    expect([found.outcome, found.chain.at(-1).validTo, found.certificate.validTo]).toEqual(['handshake', shown, shown])
    expect(found.certificate.daysRemaining).toBe(Math.floor((Date.parse(shown) - Date.now()) / 86_400_000))
    expect(found.problems).toEqual([...problems, 'hostname-mismatch', 'self-signed'])
  })

  test('a date that cannot be read makes a certificate that cannot', async () => {
    const found = await checkClear(certificate({ to: utcTime('garbage') }))
    expect(found).toMatchObject({ outcome: 'handshake', certificate: null, chain: [], valid: false })
    expect(found.nextActions).toMatchObject([{ code: 'replace-unreadable' }])
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
  const head = await bodyOf(await postTool(doorstep.url, 'http-headers', { url: `https://127.0.0.1:${real.port}/` }))
  expect(head.tls).toMatchObject({ authorized: false, error: 'self-signed' })
})
