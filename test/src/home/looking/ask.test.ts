import { expect, test } from 'bun:test'
import type { ComputerSeen } from '../../../../src/home/computer/index.ts'
import type { AskedOutside, HomeWorld } from '../../../../src/home/index.ts'
import { askOutside, type OutsideLook } from '../../../../src/home/looking/look.ts'
import { stepIn, textIn } from '../../../../src/home/outside-seen.ts'
import { homeOf, listening, OWN } from '../../../support/home/facts.ts'
import { freePort, openLoopback } from '../../../support/net/network.ts'
import { bodyOf, postTool, startServer } from '../../../support/server.ts'

type Outside = NonNullable<HomeWorld['outside']>

const COMPUTER = { ...homeOf({ computer: { listening: null } }).computer, gateways: { v4: null, v6: null } }

function lookFor(port: number, more: Partial<OutsideLook> = {}): OutsideLook {
  const facts = () => expect.unreachable()
  return {
    request: {},
    subject: { port, protocol: 'tcp', service: null, advice: 'open', need: 'rule', facts },
    computer: COMPUTER,
    wanIp: null,
    routerBrand: null,
    platform: 'linux',
    locale: 'en',
    signal: new AbortController().signal,
    ...more,
  }
}

/** Returns a doorstep outside that remembers its questions. */
function outsideSaying(answer: object, more: Partial<Outside> = {}) {
  const asked: AskedOutside[] = []
  const outside: Outside = {
    server: new URL('http://ip.example.com'),
    async ask(question) {
      asked.push(question)
      return { answer: { ...answer } }
    },
    ...more,
  }
  return { asked, outside }
}

test('everything that was found here goes into the question, and nothing that leads astray', async () => {
  const { asked, outside } = outsideSaying({})
  const computer = { ...COMPUTER, listening: listening() }
  const more = { wanIp: '100.64.0.7', routerBrand: 'iptime', request: { useCase: 'minecraft', hostname: 'home.example.com' } }
  await askOutside(outside, lookFor(25_565, { computer, ...more }))
  expect(asked[0]).toMatchObject({ tool: 'reachability' })
  expect(asked[0]?.body).toEqual({
    useCase: 'minecraft',
    port: 25_565,
    protocol: 'tcp',
    hostname: 'home.example.com',
    routerBrand: 'iptime',
    internalIp: OWN,
    routerWanIp: '100.64.0.7',
    platform: 'linux',
  })
  // Through a VPN, it is another line that is checked; and a public address is not an address in the home.
  await askOutside(outside, lookFor(25_565, { computer: { ...computer, vpn: true, address: '203.0.113.7' }, ...more }))
  expect(asked[1]?.body).not.toHaveProperty('routerWanIp')
  expect(asked[1]?.body).not.toHaveProperty('internalIp')
})

test('it asks over every version of IP that the server and this computer have', async () => {
  const versions = async (families: Outside['families'], computer: Partial<ComputerSeen> = {}) => {
    const { asked, outside } = outsideSaying({}, families ? { families } : {})
    await askOutside(outside, lookFor(25_565, { computer: { ...COMPUTER, ...computer, listening: listening() } }))
    return asked.map(({ family }) => family)
  }
  expect([await versions(async () => [6, 4]), await versions(async () => [4])]).toEqual([[4, 6], [4]])
  expect(await versions(async () => [4, 6], { address6: null })).toEqual([4])
  expect(await versions(undefined)).toEqual([undefined])
  expect(await versions(() => Promise.reject(new Error('no such name')))).toEqual([undefined])
})

test('other places are asked once, while this computer holds the port', async () => {
  const port = freePort()
  const told = { seen: [], difference: 'same', headline: '', split: null }
  const bodies: object[] = []
  const places = async ({ body }: { body: object }) => {
    bodies.push(body)
    const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
    socket.end()
    return told
  }
  const { outside } = outsideSaying({}, { places, families: async () => [4, 6] })
  const close = openLoopback()
  const asked = await askOutside(outside, lookFor(port)).finally(close)
  expect([asked.places, bodies]).toEqual([told, [{ port, protocol: 'tcp' }]])
  // Nothing is sent to a port that nobody needs.
  for (const need of ['none', 'console'] as const) {
    const { subject } = lookFor(port)
    const alone = await askOutside(outside, lookFor(port, { subject: { ...subject, need } }))
    expect([alone.places, bodies.length]).toEqual([null, 1])
  }
})

test('where nothing listens it is proven, also through a NAT that the line is known to have', async () => {
  await using server = await startServer({ args: ['--allow-targets', '127.0.0.0/8', '--deny-ports', ''] })
  const ask: Outside['ask'] = async ({ tool, body }) => ({ answer: await bodyOf(await postTool(server.url, tool, body)) })
  const asked = await askOutside({ server: new URL(server.url), ask }, lookFor(freePort(), { wanIp: '100.64.0.7' }))
  expect(asked).toMatchObject({ heldBy: 'us', failure: null, answers: [{ proof: 'proven', answer: { verdict: 'reachable' } }] })
})

test('texts are cleaned and cut, and a step without a code is none', () => {
  expect(stepIn({ nextStep: { code: 'forward-port', text: 'a\u001b[2Jb', tool: 'x', url: 'http://x' } })).toEqual({
    code: 'forward-port',
    text: 'a [2Jb',
  })
  expect(stepIn({ nextStep: { code: 'Forward Port', text: 'a' } })).toBeNull()
  expect([stepIn({ nextStep: { code: 'a' } }), stepIn(null)]).toEqual([null, null])
  expect(textIn({ a: 'x'.repeat(10_000) }, 'a')).toHaveLength(600)
  expect(textIn({ a: 7 }, 'a')).toBeNull()
})
