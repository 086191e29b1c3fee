import type { Locale } from '../../contract/text.ts'
import type { Proof } from '../../net/proof/index.ts'
import { codeOf } from '../../platform/error-code.ts'
import type { HomeWorld, SaidOutside } from '../world.ts'
import type { Held } from './ask.ts'
import type { Family, Means, Protocol } from './doors.ts'

/** The view from outside on one rule. */
export interface Checked {
  readonly protocol: Protocol
  readonly family: Family
  readonly reached: 'yes' | 'no' | 'cannot-tell'
  /** Null where a program listens, which cannot prove anything. */
  readonly proof: Proof | null
  /** Whether a packet arrived here although the server heard no answer. */
  readonly arrived: boolean
  /** The reason why there is no view from outside, in a sentence. */
  readonly failure: string | null
  readonly outside: Readonly<Record<string, unknown>> | null
}

interface Checking {
  /** Whether a program listens on the port, which is then left alone. */
  readonly isListening: boolean
  readonly locale: Locale
  readonly signal: AbortSignal
}

/** Has the doorstep outside try a rule: by a proof where nothing listens, otherwise by what answers. */
export async function checkFromOutside(
  outside: NonNullable<HomeWorld['outside']>,
  held: Held,
  { isListening, locale, signal }: Checking,
  { prove }: Pick<Means, 'prove'>,
): Promise<Checked> {
  const { protocol, internalPort, externalPort } = held.wanted
  const about = { protocol, family: held.door.family }
  const body = { port: externalPort, protocol }
  const over = { locale, signal, family: held.door.family === 'ipv4' ? 4 : 6 } as const
  const asked = { tool: 'port-check', ...over } as const
  const plain = async () => checkedBy(about, await outside.ask({ ...asked, body }), (answer) => reachedBy(answer, protocol))
  if (isListening) return plain()
  try {
    const { said, proof, arrived } = await prove(outside, {
      ...asked,
      body: {},
      listenPort: internalPort,
      port: externalPort,
      protocol,
    })
    const reached = proof === null ? 'cannot-tell' : proof === 'proven' ? 'yes' : 'no'
    return { ...checkedBy(about, said, () => reached), proof, arrived: arrived && proof !== 'proven' }
  } catch (error) {
    // Ports below 1024 need rights on some systems, and a program may have started to listen meanwhile.
    if (!['EACCES', 'EADDRINUSE'].includes(codeOf(error))) throw error
    return plain()
  }
}

function checkedBy(
  about: Pick<Checked, 'protocol' | 'family'>,
  said: SaidOutside,
  reachedIn: (answer: Readonly<Record<string, unknown>>) => Checked['reached'],
): Checked {
  const nothing = { ...about, proof: null, arrived: false }
  if ('failure' in said) return { ...nothing, reached: 'cannot-tell', failure: said.failure, outside: null }
  return { ...nothing, reached: reachedIn(said.answer), failure: null, outside: said.answer }
}

/** Returns what port-check found. Over UDP silence says nothing, since many programs answer only their own clients. */
function reachedBy({ status }: Readonly<Record<string, unknown>>, protocol: Protocol): Checked['reached'] {
  if (status === 'open') return 'yes'
  const isNo = status === 'closed' || status === 'refused' || (status === 'timeout' && protocol === 'tcp')
  return isNo ? 'no' : 'cannot-tell'
}
