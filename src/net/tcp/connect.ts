import type { Socket } from 'node:net'
import { onAbort } from '../../platform/deadline.ts'
import { builtIn } from '../../platform/lazy-modules.ts'
import { codeOf } from '../../platform/misfit.ts'
import { parseAddress } from '../../policy/address.ts'
import { PublicEndpoint } from '../../policy/target.ts'
import { type Bounds, BUDGET_EXCEEDED, RATE_LIMITED } from '../budget.ts'
import type { Layer } from '../findings.ts'
import { nextSlot } from '../pace.ts'
import { probeTcp, tryAddresses } from './index.ts'

interface OpenConnection {
  readonly socket: Socket
  readonly endpoint: PublicEndpoint
}

interface Failed {
  /** The endpoint whose failure is reported; null if there was none to try. */
  readonly endpoint: PublicEndpoint | null
  readonly failure: ConnectFailure
}

interface Connecting extends Bounds {
  /** Whether a further connection finds out the kernel's reason for a refusal. */
  readonly explainRefusals: boolean
}

/** Connects to the first endpoint that accepts. One socket is handed over open; all others are destroyed. */
export async function connectFirst(
  endpoints: readonly PublicEndpoint[],
  connecting: Connecting,
): Promise<OpenConnection | Failed> {
  endpoints.forEach(PublicEndpoint.assert)
  const { signal, budget } = connecting
  const sockets = new Set<Socket>()
  let isOver = false
  const attempt = async (endpoint: PublicEndpoint): Promise<OpenConnection | Failed> => {
    await nextSlot()
    if (isOver || signal.aborted) return { endpoint, failure: SILENCE }
    const shortage = await budget.spendConnection(endpoint.address.text, signal)
    if (shortage) return { endpoint, failure: connectFailed(shortage, 'local') }
    const socket = builtIn.net().connect({ host: endpoint.address.text, port: endpoint.port })
    sockets.add(socket)
    return open(socket, endpoint, signal)
  }
  let kept: Socket | null = null
  try {
    const { accepted, others } = await tryAddresses(endpoints, signal, attempt, (tried) => 'socket' in tried)
    if (accepted && 'socket' in accepted) {
      kept = accepted.socket
      return accepted
    }
    const failed = others.filter((tried) => 'failure' in tried)
    // The time may be up before the first one was tried.
    return (await mostTelling(failed, connecting)) ?? untried(endpoints)
  } finally {
    isOver = true
    for (const socket of sockets) if (socket !== kept) socket.destroy()
  }
}

function untried([endpoint]: readonly PublicEndpoint[]): Failed {
  return endpoint ? { endpoint, failure: SILENCE } : { endpoint: null, failure: connectFailed('no-address', 'dns') }
}

function open(socket: Socket, endpoint: PublicEndpoint, signal: AbortSignal): Promise<OpenConnection | Failed> {
  const { promise, resolve } = Promise.withResolvers<OpenConnection | Failed>()
  const fail = (failure: ConnectFailure) => resolve({ endpoint, failure })
  const release = onAbort(signal, () => fail(SILENCE))
  socket.on('connect', () => {
    // The peer must be the admitted address. A connection that was reset at once has no peer any more.
    const peer = socket.remoteAddress === undefined ? null : parseAddress(socket.remoteAddress)
    if (!peer) fail(connectFailed('connection-reset'))
    else if (peer.text !== endpoint.address.text) fail(connectFailed('wrong-peer', 'local'))
    else resolve({ socket, endpoint })
  })
  socket.on('error', (error) => fail(FAILURES[codeOf(error)] ?? connectFailed('connection-failed')))
  socket.on('close', () => fail(connectFailed('connection-failed')))
  return promise.finally(release)
}

const SILENCE: ConnectFailure = { outcome: 'timeout', reason: 'no-answer', failedLayer: 'tcp' }
const FAILURES: Record<string, ConnectFailure> = {
  ECONNREFUSED: connectFailed('connection-refused'),
  ECONNRESET: connectFailed('connection-reset'),
  EHOSTUNREACH: connectFailed('host-unreachable'),
  ENETUNREACH: connectFailed('network-unreachable'),
  ETIMEDOUT: SILENCE,
  EMFILE: connectFailed('too-many-open-files', 'local'),
  ENFILE: connectFailed('too-many-open-files', 'local'),
}

/**
 * The layers of failures, those first that say most about the host: its own answer, then a router's, last a network that this server does
 * not have.
 */
const TELLING: readonly Layer[] = ['tcp', 'icmp', 'local']

async function mostTelling(failed: readonly Failed[], { explainRefusals, ...bounds }: Connecting): Promise<Failed | null> {
  const explained = explainRefusals ? await Promise.all(failed.map((attempt) => explainRefusal(attempt, bounds))) : failed
  // Silence comes first: there may be a host.
  const rank = ({ failure }: Failed) => (failure.outcome === 'timeout' ? -1 : TELLING.indexOf(failure.failedLayer))
  return explained.toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}

/** The runtime reports these for immediate errors of the kernel as well, whose own error says what it was. */
const VAGUE: readonly string[] = ['connection-refused', 'connection-failed']

async function explainRefusal(failed: Failed, bounds: Bounds): Promise<Failed> {
  const { endpoint, failure } = failed
  if (!endpoint || !VAGUE.includes(failure.reason) || bounds.signal.aborted) return failed
  const { status, reason, failedLayer } = await probeTcp(endpoint, bounds)
  if (status === 'open' || reason === null || bounds.signal.aborted) return failed
  // One that refuses does so again; routers report that nobody is there only so often.
  if (status === 'timeout') return { endpoint, failure: SILENCE }
  // Nothing was tried.
  if (reason === BUDGET_EXCEEDED || reason === RATE_LIMITED) return failed
  return { endpoint, failure: connectFailed(reason, failedLayer ?? 'tcp') }
}

export interface ConnectFailure {
  readonly outcome: 'connect-failed' | 'timeout'
  /** Kebab-case, such as "connection-refused", "host-unreachable". */
  readonly reason: string
  readonly failedLayer: Layer
}

export function connectFailed(reason: string, failedLayer: Layer = 'tcp'): ConnectFailure {
  return { outcome: 'connect-failed', reason, failedLayer }
}

export const OVER_BUDGET = connectFailed(BUDGET_EXCEEDED, 'local')
