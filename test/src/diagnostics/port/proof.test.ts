// Proofs over HTTP: port-check and reachability with a key, at the requester's own address.

import { describe, expect, test } from 'bun:test'
import { newKey } from '../../../../src/net/proof/index.ts'
import { listenForProof } from '../../../../src/net/proof/listener.ts'
import { startTcpPeer } from '../../../support/identity/tcp-peer.ts'
import { freePort } from '../../../support/net/network.ts'
import { followedCodes } from '../../../support/router/guidance.ts'
import { bodyOf, postTool, UNLIMITED_TARGETS } from '../../../support/server.ts'
import { sharedServer, shareHosts } from '../../../support/shared.ts'

// The listener is on all addresses.
shareHosts(['127.0.0.1', '::1', '::'])
const server = await sharedServer({ env: UNLIMITED_TARGETS, args: ['--allow-targets', '127.0.0.0/8', '--rate-limit', 'off'] })

const written = (key: Buffer) => ({ key: key.toString('base64url') })
const LANGUAGES = ['en', 'ko'] as const

async function ask(tool: 'port-check' | 'reachability', request: object, language = 'en') {
  const answer = await postTool(server.url, tool, request, { 'accept-language': language })
  expect([answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([200, ''])
  return bodyOf(answer)
}

async function listening(protocol: 'tcp' | 'udp') {
  const key = newKey()
  const port = freePort()
  const { close: end } = await listenForProof({ port, proven: { port, protocol }, key })
  return { port, protocol, proof: written(key), [Symbol.asyncDispose]: end }
}

/** A web server that counts who connects: a plain check, and the question of the proof. */
const somebody = () => startTcpPeer({ answer: (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n') })

describe.each([['tcp'], ['udp']] as const)('over %s', (protocol) => {
  test('the one who knows the key is proven, and said to be', async () => {
    await using own = await listening(protocol)
    const { port, proof } = own
    for (const language of LANGUAGES) {
      const found = await ask('port-check', { port, protocol, proof }, language)
      expect(found).toMatchObject({ status: 'open', proof: 'proven', identity: null, where: null })
      expect(found.headline).toMatch(language === 'en' ? /^Proven: / : /연결되는 것을 확인했습니다/)
      expect(found.nextActions.map(({ code }: { code: string }) => code)).toEqual(['tell-friends', 'test-from-outside'])
      const whole = await ask('reachability', { port, protocol, proof, useCase: 'minecraft' }, language)
      expect(whole).toMatchObject({ verdict: 'reachable', proof: 'proven', identity: null })
      const codes = Object.fromEntries(whole.steps.map(({ step, code }: { step: string; code: string }) => [step, code]))
      expect(codes).toMatchObject({ port: 'port-proven', service: 'service-not-given', router: 'router-works' })
      expect(whole.headline).toMatch(language === 'en' ? /^Proven: / : /연결되는 것을 확인했습니다/)
    }
  })

  test('where nobody listens, there is no answer', async () => {
    const found = await ask('port-check', { port: freePort(), protocol, proof: written(newKey()) })
    expect(found).toMatchObject({ proof: 'no-answer', identity: null })
    expect(found.headline).not.toMatch(/Proven/)
  })

  test('another key is somebody else', async () => {
    await using own = await listening(protocol)
    expect(await ask('port-check', { port: own.port, protocol, proof: written(newKey()) })).toMatchObject({
      status: 'open',
      proof: 'someone-else',
    })
  })
})

test('another program is somebody else, asked once and not who it is; what to do is said, without the key', async () => {
  await using peer = await somebody()
  const proof = written(newKey())
  for (const language of LANGUAGES) {
    const before = peer.connections()
    const found = await ask('port-check', { port: peer.port, proof, useCase: 'minecraft' }, language)
    expect(found).toMatchObject({ status: 'open', proof: 'someone-else', identity: null })
    expect([peer.connections() - before, peer.heard.at(-1)]).toEqual([2, expect.stringMatching(/^doorstep/)])
    expect(await followedCodes(server.url, found.nextActions)).toEqual(['correct-rule-address', 'compare-router-address'])
    expect(JSON.stringify(found)).not.toContain(proof.key)
    const whole = await ask('reachability', { port: peer.port, proof }, language)
    expect(whole).toMatchObject({ verdict: 'blocked', blockedAt: 'port', proof: 'someone-else', friendsConnectTo: null })
    expect(whole.steps.map(({ status, code }: { status: string; code: string }) => `${status} ${code}`).slice(3)).toEqual([
      'problem port-someone-else',
      'skipped explained-before',
      'unknown router-plan',
    ])
    expect(whole.nextActions.map(({ text }: { text: string }) => text)).toEqual(
      found.nextActions.map(({ text }: { text: string }) => text),
    )
    expect(JSON.stringify(whole)).not.toContain(proof.key)
  }
})

test('without a key nothing of it is asked or said', async () => {
  await using peer = await somebody()
  expect(await ask('port-check', { port: peer.port, explain: false })).toMatchObject({ status: 'open', proof: null })
  expect(peer.heard.join('')).not.toContain('doorstep')
})

const KEY = 'A'.repeat(43)
test.each([
  [{}, 'proof.key'],
  [{ key: '' }, 'proof.key'],
  [{ key: 7 }, 'proof.key'],
  [{ key: `${KEY}A` }, 'proof.key'],
  [{ key: `${KEY.slice(1)}B` }, 'proof.key'],
  [{ key: `${KEY}\n` }, 'proof.key'],
  [{ key: `+${KEY.slice(1)}` }, 'proof.key'],
  [{ key: KEY, ip: '9.9.9.9' }, 'proof.ip'],
  ['x', 'proof'],
])('%p is an invalid request at %s', async (proof, field) => {
  for (const tool of ['port-check', 'reachability']) {
    const answer = await postTool(server.url, tool, { port: 8080, proof })
    expect(answer.status).toBe(422)
    expect(await bodyOf(answer)).toMatchObject({ code: 'invalid-request', field })
  }
})
