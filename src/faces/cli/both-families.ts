import { addressesOf, askRemote, type HostAddress, type RemoteRequest, wholeText } from '../../net/remote.ts'
import { patient } from '../../platform/testing.ts'
import { parseAddress } from '../../policy/address.ts'

/** The address at which to ask, and a token which proves that whoever asks there has an address of the other family as well. */
export interface BothFamilies {
  readonly address: HostAddress
  readonly token: string
}

/** Answer of `GET /api/pair`. */
interface Pair {
  readonly ip: string
  readonly token: string
}

/** The time that asking over both families may take longer than asking over one. */
const PAIRING_MS = 3000

/**
 * Asks a server over both families who is asking. Null where the server or this machine has only one, where it sees one and the same
 * family of both connections, or where it does not know the question: it is then asked as if there were one.
 */
export async function askBothFamilies(base: RemoteRequest): Promise<BothFamilies | null> {
  const { hostname } = base.url
  if (versionOf(hostname) !== null) return null
  const ended = new AbortController()
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(late.resolve, patient(PAIRING_MS), null)
  try {
    return await Promise.race([
      late.promise,
      pairedAt(hostname, { ...base, signal: base.signal ? AbortSignal.any([base.signal, ended.signal]) : ended.signal }),
    ])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}

/** Returns the pairing whose address is the one at which the server would be asked without it. */
async function pairedAt(hostname: string, base: RemoteRequest): Promise<BothFamilies | null> {
  const addresses = await addressesOf(hostname)
  const [first] = addresses
  const second = addresses.find(({ family }) => family !== first?.family)
  if (!first || !second) return null
  // The first that fails ends both.
  const [own, other] = await Promise.all([first, second].map((address) => pairOver({ ...base, address })))
  if (!own || !other || versionOf(own.ip) === versionOf(other.ip)) return null
  return { address: first, token: other.token }
}

/** Throws where the server gives no token. */
async function pairOver(request: RemoteRequest): Promise<Pair> {
  const answer = await askRemote({ ...request, method: 'GET', body: null, timeoutMs: patient(PAIRING_MS) })
  const value: unknown = answer.status === 200 ? JSON.parse(await wholeText(answer.chunks)) : null
  if (isPair(value)) return value
  throw new Error('no token')
}

function isPair(value: unknown): value is Pair {
  if (typeof value !== 'object' || value === null || !('ip' in value) || !('token' in value)) return false
  return typeof value.ip === 'string' && versionOf(value.ip) !== null && typeof value.token === 'string'
}

function versionOf(address: string): 4 | 6 | null {
  return parseAddress(address)?.version ?? null
}
