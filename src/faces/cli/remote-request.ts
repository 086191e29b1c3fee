/** The requests to another doorstep, and the sentences about those that fail. */

import { cleanText, jsonOf } from '../../contract/clean.ts'
import { askRemote, type RemoteAnswer, RemoteFailure, type RemoteRequest, wholeText } from '../../net/remote.ts'
import { rootsWith } from '../../net/tls/trust.ts'
import { userAgentOf } from '../../net/user-agent.ts'
import { openRoots } from '../../operations/opening/files.ts'
import type { Both } from '../../settings/config-error.ts'
import type { Config } from '../../settings/options.ts'
import { cliText } from './cli.text.ts'
import { bilingual, usageError } from './usage-error.ts'

/** The settings with a doorstep to ask. */
export type ServerConfig = Config & { readonly server: URL }

/** Returns a GET request of a path of the doorstep of `--server`, by the settings. */
export function requestTo(path: string, { server, contact, extraCa }: ServerConfig, timeoutMs: number): RemoteRequest {
  return {
    url: new URL(path.slice(1), server),
    method: 'GET',
    headers: { accept: 'application/json', 'user-agent': userAgentOf(contact) },
    body: null,
    roots: rootsWith(openRoots({ extraCa }).certificates),
    timeoutMs,
  }
}

/** Returns the JSON of an answer with 200, and the address that it came from; null for any other answer. Throws a RemoteFailure. */
export async function jsonFrom(request: RemoteRequest): Promise<{ readonly value: unknown; readonly peer: string | null }> {
  const { status, chunks, peer } = await askRemote(request)
  return { value: status === 200 ? parsed(await wholeText(chunks)) : null, peer }
}

/** The most that values of an answer stand within each other, which is far more than in any answer: deeper ones exhaust the stack of whoever reads them. */
const DEPTH_MAX = 64

/** Returns the value of a text; null if it is not JSON, or nested as no answer is. */
export function parsed(text: string): unknown {
  const value = jsonOf(text) ?? null
  return isFlat(value, DEPTH_MAX) ? value : null
}

function isFlat(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((inner) => isFlat(inner, depth - 1))
}

/** A server that is not a doorstep. */
export class Stranger extends Error {
  constructor(readonly answer: Pick<RemoteAnswer, 'status' | 'location'>) {
    super('not a doorstep')
  }
}

interface Attempt {
  readonly server: string
  readonly timeoutMs: number
  /** Whether the user named this server, so that where it redirects to may be said. */
  readonly isNamed: boolean
}

/** Returns a sentence about why the server cannot be asked; any other error is returned unchanged. */
export function failureIn(error: unknown, { server, timeoutMs, isNamed }: Attempt): unknown {
  if (error instanceof Stranger) {
    const { status, location } = error.answer
    if (location === null || !isNamed) return usageError(cliText, 'not-a-doorstep', { server, status })
    return usageError(cliText, 'server-redirects', { server, location: cleanText(location) })
  }
  if (!(error instanceof RemoteFailure)) return error
  return usageError(cliText, 'server-failed', { server, reason: reasonOf(error, new URL(server), timeoutMs) })
}

const UNTRUSTED: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])

/** The errors of a name that no name server knew, or that none was asked about. */
const NAMELESS: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'])

function reasonOf({ kind, code }: RemoteFailure, { protocol, port }: URL, timeoutMs: number): Both | string {
  if (kind === 'late') return bilingual(cliText, 'no-answer-in-time', { seconds: timeoutMs / 1000 })
  if (kind === 'cut') return bilingual(cliText, 'cut-answer')
  if (kind === 'long') return bilingual(cliText, 'long-answer')
  if (UNTRUSTED.has(code)) return bilingual(cliText, 'not-trusted', { code })
  if (NAMELESS.has(code)) return bilingual(cliText, 'name-not-found')
  // The runtime calls what has no route refused as well.
  if (code !== 'ECONNREFUSED') return cleanText(code)
  return bilingual(cliText, 'nothing-answers', { port: port || (protocol === 'https:' ? 443 : 80) })
}
