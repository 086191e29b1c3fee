import { onAbort } from '../../platform/deadline.ts'
import { patient } from '../../platform/testing.ts'
import type { Address } from '../../policy/address.ts'
import { sharedEngine } from '../libc/engine.ts'
import { HOP_LIMIT_EXCEEDED } from '../libc/verdict.ts'
import { openDatagrams } from './datagrams.ts'
import type { ProbeReply } from './prober.ts'

const HOPS = [1, 2, 3]
const WAIT_MS = 1500

/**
 * Returns the routers of the first three hops towards an address, nearest first: null for one that keeps silent, or that is the address
 * itself. Three datagrams are sent, one for each. Empty where the system does not show them: everywhere but on Linux.
 */
export async function firstHops(towards: Address, signal: AbortSignal): Promise<(string | null)[]> {
  const engine = sharedEngine()
  if (!engine || signal.aborted) return []
  const answers = new Map<number, ProbeReply>()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let awaited = Number.POSITIVE_INFINITY
  const settle = () => {
    if (answers.size >= awaited) resolve()
  }
  const prober = openDatagrams(
    { engine, peer: { address: towards, port: 0 } },
    {
      onAnswer(answer) {
        if (!answers.has(answer.sequence)) answers.set(answer.sequence, answer)
        settle()
      },
      onFault: reject,
    },
  )
  if ('reason' in prober) return []
  const timer = setTimeout(resolve, patient(WAIT_MS))
  const release = onAbort(signal, resolve)
  try {
    // Only then: a router next door answers while the next datagram is being sent.
    awaited = HOPS.filter((hop) => prober.send(hop - 1, hop) === null).length
    settle()
    await promise
    return HOPS.map((hop) => routerOf(answers.get(hop - 1), towards))
  } finally {
    clearTimeout(timer)
    release()
    prober[Symbol.dispose]()
  }
}

function routerOf(answer: ProbeReply | undefined, towards: Address): string | null {
  if (!answer?.from || answer.isLocal || answer.reason !== HOP_LIMIT_EXCEEDED) return null
  return answer.from.text === towards.text ? null : answer.from.text
}
