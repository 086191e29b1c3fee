import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { judgeResult } from '../../../../src/contract/good.ts'
import { closed, foreignFieldsIn } from '../../../../src/contract/schema.ts'
import type { Locale } from '../../../../src/contract/text.ts'
import { CAUSES } from '../../../../src/home/causes.ts'
import type { HomeFound } from '../../../../src/home/fields.ts'
import type { HomeWorld } from '../../../../src/home/index.ts'
import { homeTool } from '../../../../src/home/tools/home.ts'
import { LOCAL_CALLER } from '../../../../src/policy/caller.ts'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
import { readerOf } from '../../../../src/run/pasted.ts'
import { type Recorded, recordedSources } from '../../../support/home/recorded.ts'

type Events = { box: string; summary: string }[]
type Found = HomeFound & { situation: string; nextActions: { code: string; text: string }[] }

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
/** A program on port 25565 of 127.0.0.1. */
const ON_LOOPBACK = `${HEAD}   0: 0100007F:63DD 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 77 1\n`
const NO_PROGRAM = { '/proc/net/tcp': HEAD, '/proc/net/tcp6': HEAD }

/** Runs the command on a computer without a gateway, so that nothing is sent. */
async function home(
  body: object,
  files: Recorded['files'] = NO_PROGRAM,
  more: { outside?: HomeWorld['outside']; locale?: Locale } = {},
) {
  const { tool } = homeTool({ sources: recordedSources({ files, source: { 4: '192.168.1.10' } }), outside: more.outside ?? null })
  const events: Events = []
  const context = {
    ...{ body, locale: more.locale ?? 'en', catalogue: async () => embeddedCatalogue(), signal: new AbortController().signal },
    ...{ ipdata: { network: () => ({ asn: null }) }, report: (event: Events[number]) => events.push(event) },
  }
  // A seam: the result of this tool is what its schema says.
  const found = (await tool.run(context)) as Found
  const labelled = found.nextActions.map((action) => ({ ...action, label: '' }))
  const good = judgeResult(tool, found)
  const envelope = { tool: 'home', checkedAt: '', elapsedMs: 1, headline: '', good }
  const answer = { ...envelope, ...found, nextStep: labelled[0], nextActions: labelled }
  expect([...Value.Errors(closed(tool.result), answer)].map(({ path, message }) => `${path}: ${message}`)).toEqual([])
  return { found, events, headline: tool.headline?.(found, context), good }
}

test('a service is asked about by its port, and the boxes are reported as they become known', async () => {
  const { found, events, headline } = await home({ useCase: 'minecraft' })
  expect(found.asked).toMatchObject({ port: 25_565, protocol: 'tcp', keepShut: false })
  expect(found).toMatchObject({
    verdict: 'blocked',
    blockedAt: 'computer',
    cause: 'nothing-listens',
    gateway: null,
    outside: null,
  })
  expect(events.map(({ box }) => box)).toEqual(['computer', 'gateway', 'line', 'outside'])
  expect(headline).toContain('no program on this computer listens on it')
})

test('an agent is told which fields others have written', () => {
  const { tool } = homeTool({ sources: recordedSources({ files: {} }), outside: null })
  const others = ['computer.listening.program', 'gateway.model', 'gateway.rules[].internalIp', 'gateway.rules[].description']
  const server = ['outside', 'outsideFailure', 'friendsConnectTo', 'nextStep', 'nextActions']
  expect(foreignFieldsIn(tool.result)).toEqual(expect.arrayContaining(['headline', ...others, ...server]))
})

test('a port is enough, and a program for the computer itself is named as the cause', async () => {
  const { found } = await home({ port: 25_565 }, { ...NO_PROGRAM, '/proc/net/tcp': ON_LOOPBACK })
  expect(found).toMatchObject({ blockedAt: 'computer', cause: 'only-loopback', computer: { listening: { onlyLoopback: true } } })
})

test('without both, it speaks of router and line, and says what to type', async () => {
  const { found, headline } = await home({})
  expect(found).toMatchObject({ situation: null, asked: null, verdict: 'cannot-tell', blockedAt: null, cause: 'no-port' })
  expect(headline).toContain('No port was named')
  expect(found.nextActions).toMatchObject([{ code: 'name-a-port', text: expect.stringContaining('doorstep home --port 25565') }])
})

test('the line to check again asks about the same name', async () => {
  const { found } = await home({ port: 25_565, hostname: 'home.example.com' })
  expect(found.nextActions.at(-1)?.text).toEndWith('doorstep home --port 25565 --hostname home.example.com')
  const odd = await home({ port: 25_565, hostname: '$(reboot)' })
  expect(odd.found.nextActions.at(-1)?.text).toEndWith('doorstep home --port 25565')
})

test('the address that the router shows is taken from whoever read it there', async () => {
  const files = { '/proc/net/tcp': ON_LOOPBACK.replace('0100007F', '00000000') }
  const { found } = await home({ port: 25_565, routerWanIp: '100.64.0.7' }, files)
  expect(found).toMatchObject({ cause: 'carrier-nat', line: { nat: 'carrier-grade' } })
  await expect(home({ port: 25_565, routerWanIp: '100.64.0' })).rejects.toThrow('invalid-target')
})

test('a port that leads here is no success while no program listens', () => {
  const { tool } = homeTool({ sources: recordedSources({ files: {} }), outside: null })
  expect(tool.good).toEqual({ field: 'situation', values: ['open', 'not-needed', 'better-shut'] })
  expect(CAUSES.proven[2]).toBe('program-off')
})

test('a service that nobody knows is refused', () =>
  expect(home({ useCase: 'frobnicator of doom' })).rejects.toThrow('unknown-value'))

test('a service that needs no open port is said to need none, and one that is better shut is left shut', async () => {
  const needless = await home({ useCase: 'tailscale' })
  expect([needless.found, needless.good]).toMatchObject([{ verdict: 'not-needed', blockedAt: null }, true])
  const { found, headline, good } = await home({ useCase: 'rdp' })
  expect(found.asked).toMatchObject({ keepShut: true })
  expect(found.nextActions.map(({ code }) => code)).toEqual(['use-safer-way'])
  expect(headline).toEndWith('leave it closed.')
  expect([found.situation, found.verdict, good]).toEqual(['better-shut', 'blocked', true])
})

test('a port in place of a service is read as one, as it is by a server', async () => {
  const { tool } = homeTool({ sources: recordedSources({ files: {} }), outside: null })
  const reader = readerOf(tool, async () => embeddedCatalogue())
  const call = {
    body: { useCase: '8080 포트' },
    caller: LOCAL_CALLER,
    locale: 'ko',
    signal: new AbortController().signal,
  } as const
  expect(await reader?.({ ...call, face: 'cli' })).toMatchObject({ body: { port: 8080 } })
})

test('a server that cannot tell is said, and the rest stays', async () => {
  const outside = { server: new URL('http://ip.example.com/'), ask: async () => ({ failure: 'it is down' }) }
  const { found, events } = await home({ port: 25_565 }, { ...NO_PROGRAM, '/proc/net/tcp': ON_LOOPBACK }, { outside })
  expect(found).toMatchObject({ outside: null, outsideFailure: 'it is down', cause: 'only-loopback' })
  expect(events.at(-1)?.summary).toContain('not checked: it is down')
})

test('what another doorstep writes moves no cursor', async () => {
  const answer = { ip: '203.0.113.7', verdict: 'reachable', steps: [{ code: 'port-open' }], friendsConnectTo: 'a\u001b[2Jb' }
  const outside = { server: new URL('http://ip.example.com/'), ask: async () => ({ answer }) }
  const { found, headline } = await home(
    { port: 25_565 },
    { '/proc/net/tcp': ON_LOOPBACK.replace('0100007F', '00000000') },
    { outside },
  )
  expect(found).toMatchObject({ verdict: 'reachable', cause: 'answers', friendsConnectTo: 'a [2Jb' })
  expect(headline).toStartWith('Something answers from outside on TCP port 25565 at 203.0.113.7')
})
