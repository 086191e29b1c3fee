import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { judgeResult } from '../../../../src/contract/good.ts'
import { closed } from '../../../../src/contract/schema.ts'
import type { Locale } from '../../../../src/contract/text.ts'
import type { HomeFound } from '../../../../src/home/fields.ts'
import type { HomeWorld } from '../../../../src/home/index.ts'
import { homeTool } from '../../../../src/home/tools/home.ts'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
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
    body,
    locale: more.locale ?? 'en',
    catalogue: async () => embeddedCatalogue(),
    signal: new AbortController().signal,
    ipdata: { network: () => ({ asn: null }) },
    report: (event: Events[number]) => events.push(event),
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

test('a port is enough, and a program for the computer itself is named as the cause', async () => {
  const { found } = await home({ port: 25_565 }, { ...NO_PROGRAM, '/proc/net/tcp': ON_LOOPBACK })
  expect(found).toMatchObject({ blockedAt: 'computer', cause: 'only-loopback', computer: { listening: { onlyLoopback: true } } })
})

test('a service that needs no open port is said to need none, and one that is better shut is left shut', async () => {
  const needless = await home({ useCase: 'tailscale' })
  expect([needless.found, needless.good]).toMatchObject([{ verdict: 'not-needed', blockedAt: null }, true])
  const { found, headline, good } = await home({ useCase: 'rdp' })
  expect(found.asked).toMatchObject({ keepShut: true })
  expect(found.nextActions.map(({ code }) => code)).toEqual(['use-safer-way'])
  expect(headline).toEndWith('leave it closed.')
  expect([found.situation, found.verdict, good]).toEqual(['better-shut', 'blocked', true])
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
