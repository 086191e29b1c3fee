// `doorstep listen` on the command line, with a doorstep on loopback in the place of the one outside.
import { expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { freePort } from '../../../support/net/network.ts'
import { runLine } from '../../../support/process/command-line.ts'
import { UNLIMITED_TARGETS } from '../../../support/server.ts'
import { sharedServer, shareHosts } from '../../../support/shared.ts'

shareHosts(['127.0.0.1', '::1', '::'])
const server = await sharedServer({ env: UNLIMITED_TARGETS, args: ['--allow-targets', '127.0.0.0/8,::1/128'] })

const listen = (...args: readonly string[]) => runLine(['listen', ...args])

test('proven, over TCP and UDP, for people in both languages and for scripts', async () => {
  for (const protocol of ['tcp', 'udp']) {
    const port = String(freePort())
    const { code, out } = await listen(port, '--protocol', protocol, '--json', '--server', server.url)
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      tool: 'listen',
      good: true,
      situation: 'open',
      port: Number(port),
      protocol,
      ip: '127.0.0.1',
      proof: 'proven',
      arrived: true,
      families: [{ ipVersion: 4, proof: 'proven', outcome: 'proven', reason: null }],
      outside: { tool: 'port-check', proof: 'proven' },
    })
    const en = await listen(port, '--protocol', protocol, '--server', server.url)
    expect(en.out).toStartWith(
      `${protocol.toUpperCase()} port ${port} at 127.0.0.1: proven, packets get to this computer and back.\n\n1. Start your program`,
    )
    const ko = await listen(port, '--protocol', protocol, '--lang', 'ko', '--server', server.url)
    expect(ko.out).toStartWith(
      `127.0.0.1 주소의 ${protocol.toUpperCase()} ${port}번 포트: 패킷이 이 컴퓨터까지 왔다가 돌아간 것을 확인했습니다.`,
    )
    for (const { out: text } of [en, ko]) expect(text).not.toMatch(/[{}]|undefined|null/)
  }
})

test('a port in use is left alone: the exit code, and what to type instead', async () => {
  const port = freePort()
  const program = createServer()
  await new Promise<void>((resolve) => program.listen({ port, host: '0.0.0.0' }, resolve))
  for (const language of ['en', 'ko']) {
    const { code, err } = await listen(String(port), '--lang', language, '--server', server.url)
    expect(code).toBe(2)
    expect(err).not.toMatch(/Listening|기다리며/)
    expect(err).toContain(`doorstep home --port ${port} --protocol tcp --server ${server.url}`)
  }
  expect(program.listening).toBeTrue()
  program.close()
})
