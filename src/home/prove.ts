import type { Locale } from '../contract/text.ts'
import { newKey, PROOFS, type Proof } from '../net/proof/index.ts'
import { type Heard, listenForProof } from '../net/proof/listener.ts'
import { onAbort } from '../platform/deadline.ts'
import { type Address, parseAddress } from '../policy/address.ts'
import { classify } from '../policy/classify.ts'
import type { AskedOutside, HomeWorld, SaidOutside } from './define.ts'

type Outside = NonNullable<HomeWorld['outside']>

/** A proof to be made: this computer listens, and the doorstep outside asks. */
export interface ToProve {
  /** The port to listen on here. */
  readonly listenPort: number
  /** The address of this computer to listen on; by default all. */
  readonly host?: string
  /** The port that is asked for outside: another one where the router's rule leads from there. */
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  /** The tool that asks, and the rest of its body; `port`, `protocol` and `proof` are added to it. */
  readonly tool: 'port-check' | 'reachability'
  readonly body: Readonly<Record<string, unknown>>
  readonly locale: Locale
  readonly signal: AbortSignal
  readonly also?: Pick<AskedOutside, 'tool' | 'body'>
  /** Told when it listens. */
  began?(): void
}

/** The result of a proof: what the other end says, and what arrived here from outside, whatever it heard. */
export interface Proved {
  /** Null if it was not asked, or says what cannot be true. */
  readonly proof: Proof | null
  readonly arrived: boolean
  readonly heard: readonly Heard[]
  readonly said: SaidOutside
  readonly also?: SaidOutside
}

/** The longest that this computer listens. */
const LISTEN_MS = 60_000

/**
 * Listens, has the doorstep outside ask over these versions of IP at once, and stops listening; undefined is the system's choice. Throws the
 * error of the system where it cannot listen (EADDRINUSE, EACCES).
 */
export async function prove(
  outside: Outside,
  { listenPort, host, port, protocol, tool, body, also, locale, signal, began }: ToProve,
  families: readonly (4 | 6 | undefined)[],
): Promise<readonly Proved[]> {
  const key = newKey()
  const listener = await listenForProof({
    port: listenPort,
    ...(host !== undefined && { host }),
    proven: { port, protocol },
    key,
  })
  const proof = { key: key.toString('base64url') }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LISTEN_MS)])
  began?.()
  const release = onAbort(limit, listener.close)
  try {
    const answers = await Promise.all(
      families.map((family) => {
        const asked = { locale, signal: limit, ...(family && { family }) }
        return Promise.all([
          outside.ask({ ...asked, tool, body: { ...body, port, protocol, proof } }),
          also ? outside.ask({ ...asked, tool: also.tool, body: { ...also.body, proof } }) : null,
        ])
      }),
    )
    await listener.close()
    return await Promise.all(
      answers.map(async ([said, more], index) => ({
        ...provedBy(said, await fromOutside(listener.heard, said, outside), families[index]),
        ...(more && { also: more }),
      })),
    )
  } finally {
    release()
    await listener.close()
  }
}

/**
 * Returns the signs that can come from the server: programs and devices at home knock on ports as well. Some routers give packets an address
 * of the home, so that a challenge counts wherever it comes from.
 */
async function fromOutside(heard: readonly Heard[], said: SaidOutside, { address }: Outside): Promise<readonly Heard[]> {
  const own = 'answer' in said && typeof said.answer.ip === 'string' ? parseAddress(said.answer.ip) : null
  const noise = heard.filter(({ kind, from }) => kind !== 'challenge' && isNear(parseAddress(from), own))
  if (noise.length === 0) return heard
  const servers = await Promise.all(([4, 6] as const).map((version) => address?.(version).catch(() => null)))
  return servers.some((server) => isNear(parseAddress(server ?? ''), own)) ? heard : heard.filter((one) => !noise.includes(one))
}

const NEAR: readonly string[] = ['private', 'loopback', 'link-local']

/** Returns whether an address is one of this home: over IPv6, one with the same network as the address that was checked. */
function isNear(address: Address | null, own: Address | null): boolean {
  if (!address) return false
  const isNeighbour = address.version === 6 && own?.version === 6 && [0, 1].every((at) => address.words[at] === own.words[at])
  return isNeighbour || NEAR.includes(classify(address).scope)
}

function provedBy(said: SaidOutside, heard: readonly Heard[], family: 4 | 6 | undefined): Proved {
  const own = heard.filter(({ from }) => family === undefined || from.includes(':') === (family === 6))
  const arrived = own.length > 0
  const told = 'answer' in said ? (PROOFS.find((one) => one === said.answer.proof) ?? null) : null
  // A proof of which nothing arrived here is none.
  const isTrue = told !== 'proven' || own.some(({ kind }) => kind === 'challenge')
  return { proof: isTrue ? told : null, arrived, heard: own, said }
}
