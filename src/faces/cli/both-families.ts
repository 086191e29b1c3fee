import { isRecord } from '../../contract/clean.ts'
import { addressesOf, type HostAddress, type RemoteRequest } from '../../net/remote.ts'
import { PAIR_PATH } from '../../operations/registry/tools.ts'
import { patient } from '../../platform/testing.ts'
import { parseAddress } from '../../policy/address.ts'
import { jsonFrom, requestTo, type ServerConfig } from './remote-request.ts'

const PAIRING_MS = patient(3000)

/** The address to ask a server at, and a token which proves that whoever asks there has an address of the other family as well. */
export interface Pairing {
  readonly address: HostAddress
  readonly token: string
}

/**
 * Asks a server over both families who is asking. Null where the server or this machine has only one, where it sees one and the same family of both
 * connections, or where it does not know the question: it is then asked as if there were one.
 */
export async function askBothFamilies(config: ServerConfig, parent: AbortSignal | undefined): Promise<Pairing | null> {
  const ended = new AbortController()
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(late.resolve, PAIRING_MS, null)
  const signal = parent ? AbortSignal.any([parent, ended.signal]) : ended.signal
  try {
    return await Promise.race([late.promise, pairedAt({ ...requestTo(PAIR_PATH, config, PAIRING_MS), signal })])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}

/** Returns the pairing whose address is the one at which the server would be asked without it. */
async function pairedAt(request: RemoteRequest): Promise<Pairing | null> {
  const [first, ...others] = await addressesOf(request.url.hostname)
  const second = others.find(({ family }) => family !== first?.family)
  if (!first || !second) return null
  // The first that fails ends both.
  const [own, other] = await Promise.all([first, second].map((address) => pairOver({ ...request, address })))
  return own && other && own.version !== other.version ? { address: first, token: other.token } : null
}

async function pairOver(request: RemoteRequest) {
  const { value } = await jsonFrom(request)
  const { ip, token } = isRecord(value) ? value : {}
  const address = typeof ip === 'string' ? parseAddress(ip) : null
  if (address && typeof token === 'string') return { version: address.version, token }
  throw new Error('no token')
}
