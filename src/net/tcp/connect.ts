import type { Socket } from 'node:net'
import { onAbort } from '../../platform/deadline.ts'
import { builtIn } from '../../platform/lazy-modules.ts'
import { parseAddress } from '../../policy/address.ts'
import type { PublicTarget } from '../../policy/target.ts'
import { type Bounds, BUDGET_EXCEEDED } from '../budget.ts'
import type { Layer, PortFinding } from '../findings.ts'
import { codeOf, connectFailed, type HttpFailure, OVER_BUDGET, timedOut } from '../http/outcome.ts'
import { nextSlot } from '../pace.ts'
import { probeTcp } from './probe.ts'
import { tryAddresses } from './race-addresses.ts'

/** Says of a port that let nobody in why that is; null if that is not to be found out. */
export type Explain = (
  target: PublicTarget,
  port: number,
  bounds: Bounds,
) => Promise<Pick<PortFinding, 'status' | 'reason' | 'failedLayer'> | null>

/** By the errors of the kernel, which the sockets of the runtime call all the same. */
export const explainByProbe: Explain = async (target, port, bounds) => {
  const finding = await probeTcp(target, port, bounds)
  return finding.reason === BUDGET_EXCEEDED ? null : finding
}

export interface Opened {
  readonly socket: Socket
  readonly target: PublicTarget
}

interface Failed {
  readonly target: PublicTarget
  readonly failure: HttpFailure
}

/** Connects to the first of the addresses that accepts. One socket is handed over open; all others are destroyed. */
export async function connectFirst(
  targets: readonly PublicTarget[],
  port: number,
  bounds: Bounds,
  explain: Explain,
): Promise<Opened | Failed | null> {
  const { signal, budget } = bounds
  const sockets = new Set<Socket>()
  let isOver = false
  const attempt = async (target: PublicTarget) => {
    await nextSlot()
    if (isOver || signal.aborted) return { target, failure: timedOut('tcp') }
    if (!budget.takeConnection(target.address.text)) return { target, failure: OVER_BUDGET }
    const socket = builtIn.net().connect({ host: target.address.text, port })
    sockets.add(socket)
    return open(socket, target, signal)
  }
  let kept: Socket | null = null
  try {
    const { accepted, others } = await tryAddresses(targets, signal, attempt, isOpened)
    if (accepted && isOpened(accepted)) {
      kept = accepted.socket
      return accepted
    }
    const failed = others.filter((other) => 'failure' in other)
    // The time may be over before the first was tried.
    return (await mostTelling(failed, port, bounds, explain)) ?? untried(targets)
  } finally {
    isOver = true
    for (const socket of sockets) if (socket !== kept) socket.destroy()
  }
}

function untried([target]: readonly PublicTarget[]): Failed | null {
  return target ? { target, failure: timedOut('tcp') } : null
}

export function isOpened(attempt: Opened | Failed): attempt is Opened {
  return 'socket' in attempt
}

function open(socket: Socket, target: PublicTarget, signal: AbortSignal): Promise<Opened | Failed> {
  const { promise, resolve } = Promise.withResolvers<Opened | Failed>()
  const fail = (failure: HttpFailure) => resolve({ target, failure })
  const release = onAbort(signal, () => fail(timedOut('tcp')))
  socket.on('connect', () => {
    // Whoever answers must be who was let pass. A connection that was reset at once has no peer any more.
    const peer = socket.remoteAddress === undefined ? null : parseAddress(socket.remoteAddress)
    if (!peer) fail(connectFailed('connection-reset'))
    else if (peer.text !== target.address.text) fail(connectFailed('wrong-peer', 'local'))
    else resolve({ socket, target })
  })
  socket.on('error', (error) => fail(failureOf(codeOf(error))))
  socket.on('close', () => fail(connectFailed('connection-failed')))
  return promise.finally(release)
}

const FAILURES: Record<string, HttpFailure> = {
  ECONNREFUSED: connectFailed('connection-refused'),
  ECONNRESET: connectFailed('connection-reset'),
  EHOSTUNREACH: connectFailed('host-unreachable'),
  ENETUNREACH: connectFailed('network-unreachable'),
  ETIMEDOUT: timedOut('tcp'),
  EMFILE: connectFailed('too-many-sockets', 'local'),
  ENFILE: connectFailed('too-many-sockets', 'local'),
}

function failureOf(code: string): HttpFailure {
  return FAILURES[code] ?? connectFailed('connection-failed')
}

/** Whose word says most about the host: its own, then a router's, last a network that this server does not have. */
const TELLING: readonly Layer[] = ['tcp', 'icmp', 'local']

async function mostTelling(failed: readonly Failed[], port: number, bounds: Bounds, explain: Explain): Promise<Failed | null> {
  const explained = await Promise.all(failed.map((one) => explainRefusal(one, port, bounds, explain)))
  // Silence stands before all: there may be somebody.
  const rank = ({ failure }: Failed) => (failure.outcome === 'timeout' ? -1 : TELLING.indexOf(failure.failedLayer))
  return explained.toSorted((one, other) => rank(one) - rank(other))[0] ?? null
}

/** The runtime says "refused" for whatever the kernel says at once. */
async function explainRefusal({ target, failure }: Failed, port: number, bounds: Bounds, explain: Explain): Promise<Failed> {
  if (failure.reason !== 'connection-refused' || bounds.signal.aborted) return { target, failure }
  const explained = await explain(target, port, bounds)
  if (!explained) return { target, failure }
  const { status, reason, failedLayer } = explained
  if (status === 'open' || status === 'timeout' || reason === null) return { target, failure }
  return { target, failure: connectFailed(reason, failedLayer ?? 'tcp') }
}
