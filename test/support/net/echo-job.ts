/** Pings from where it is started, for tests: takes an EchoJob as JSON, prints an EchoOutcome. */
import { readFileSync } from 'node:fs'
import { Refusal } from '../../../src/contract/problem.ts'
import { ping, type ShownPing, type ShownReply } from '../../../src/diagnostics/path/ping.ts'
import { sharedEngine } from '../../../src/net/libc/engine.ts'
import { openEcho } from '../../../src/net/path/echo.ts'
import { Path } from '../../../src/net/path/index.ts'
import type { ProbeContext, ProbeListener, ProbeReply, Prober } from '../../../src/net/path/prober.ts'

import type { Address } from '../../../src/policy/address.ts'
import { classify } from '../../../src/policy/classify.ts'
import { targetOf } from './addresses.ts'
import { freshBounds } from './bounds.ts'
import { openDescriptors } from './probe-job.ts'

export interface EchoJob {
  /** The pings, all at once, after the crowds. */
  pings: { address: string; count: number; showsLocalHops?: boolean }[]
  /** Addresses that are asked by many at once. */
  crowds: string[]
}

export type Pinged = { told: ShownReply[]; found: ShownPing | { code: string } }

export type EchoOutcome = { pings: Pinged[]; crowds: Crowd[]; descriptors: { before: number; after: number } }

/** Returns the server's own judgement: only what classify() calls public. */
const isPublic = (address: Address) => classify(address).scope === 'public'

export interface Crowd {
  /** The sequence numbers that each was told, in the order of telling. */
  sequences: number[][]
  /** The number of sockets of each kind that the network namespace had in between. */
  sockets: { ping: number; raw: number }
}

export const PROBERS = 20
export const REQUESTS = 5
/** The size that ping sends. */
const DATA_BYTES = 56
const ARRIVAL_MS = 5000
/** The wait for surplus answers, which come soon. */
const SURPLUS_MS = 50

export function contextOf(address: string): ProbeContext {
  const engine = sharedEngine()
  if (!engine) throw new Error('no libc')
  return { engine, peer: { address: targetOf(address).address, port: 0 } }
}

export const openPing = (context: ProbeContext, listener: ProbeListener) => openEcho(context, listener, DATA_BYTES)

/** Sends echo requests, and keeps every answer. */
export function startEcho(address: string): Prober & { answers: ProbeReply[]; failed: unknown[] } {
  const [answers, failed]: [ProbeReply[], unknown[]] = [[], []]
  const listener = {
    onAnswer: (answer: ProbeReply) => void answers.push(answer),
    onFault: (error: unknown) => void failed.push(error),
  }
  const opened = openPing(contextOf(address), listener)
  if ('reason' in opened) throw new Error(`no echo: ${JSON.stringify(opened)}`)
  return Object.assign(opened, { answers, failed })
}

/** Sends echo requests from many at once to one host, with the same sequence numbers. */
export async function crowd(address: string): Promise<Crowd> {
  const probers = Array.from({ length: PROBERS }, () => startEcho(address))
  for (let sequence = 1; sequence <= REQUESTS; sequence++)
    for (const prober of probers) if (prober.send(sequence, null) !== null) throw new Error('not sent')
  const sockets = { ping: countIn('icmp') + countIn('icmp6'), raw: countIn('raw') + countIn('raw6') }
  const isDone = () => probers.every(({ answers }) => answers.length >= REQUESTS)
  for (const started = performance.now(); !isDone() && performance.now() - started < ARRIVAL_MS; ) await Bun.sleep(1)
  await Bun.sleep(SURPLUS_MS)
  for (const prober of probers) prober[Symbol.dispose]()
  return { sequences: probers.map(({ answers }) => answers.map(({ sequence }) => sequence)), sockets }
}

/** Returns the number of sockets of a protocol, a line each below a heading. */
const countIn = (protocol: string) => readFileSync(`/proc/net/${protocol}`, 'utf8').trim().split('\n').length - 1

async function pinged({ address, count, showsLocalHops = false }: EchoJob['pings'][number]): Promise<Pinged> {
  const told: ShownReply[] = []
  const bounds = freshBounds()
  const net = { path: new Path(bounds), signal: bounds.signal }
  const disclosure = { mayShow: (found: Address) => showsLocalHops || isPublic(found), mayName: () => showsLocalHops }
  try {
    const report = (reply: ShownReply) => void told.push(reply)
    return { told, found: await ping(targetOf(address), { net, disclosure }, { count, report }) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { told, found: { code: error.code } }
  }
}

async function work({ pings, crowds }: EchoJob): Promise<EchoOutcome> {
  // The first one opens libc and compiles what calls it.
  contextOf('127.0.0.1')
  const before = openDescriptors()
  const outcome: Pick<EchoOutcome, 'pings' | 'crowds'> = { pings: [], crowds: [] }
  for (const address of crowds) outcome.crowds.push(await crowd(address))
  outcome.pings = await Promise.all(pings.map(pinged))
  return { ...outcome, descriptors: { before, after: openDescriptors() } }
}

if (import.meta.main) console.log(JSON.stringify(await work(JSON.parse(process.argv[2] ?? ''))))
