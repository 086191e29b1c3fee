import { cut } from '../../net/cut.ts'
import { headerOf, wantsTls } from '../../net/http/index.ts'
import { said, withoutUnseen } from '../../net/identity/said.ts'
import type { Net } from '../../net/index.ts'
import { type Address, portOfUrl } from '../../policy/address.ts'
import type { PublicName } from '../../policy/target.ts'
import type { HttpFacts } from '../facts.ts'
import { PORTS } from '../fields.ts'
import type { ChallengeFile } from '../file.ts'
import { FILE_BYTES_MAX, fileBefore, fileIn } from './file.ts'
import type { RedirectHosts } from './hosts.ts'
import { requestFailure } from './no-answer.ts'
import { challengePath, type LastAnswer, pageOf } from './page-kind.ts'
import { proxyNamedBy } from './proxy.ts'
import { readRedirect } from './redirect.ts'

/** A file, or a challenge that nobody has set up, and the means to ask for it. */
export interface Asking {
  readonly target: Pick<PublicName, 'ascii' | 'at'>
  readonly token: string
  /** Null for a challenge that nobody has set up. */
  readonly file: ChallengeFile | null
  readonly net: Pick<Net, 'http' | 'tls' | 'signal' | 'tcp'>
  readonly hosts: RedirectHosts
  /** The time for each request. */
  readonly milliseconds: number
}

type Redirects = HttpFacts['redirects']
type Answer = Pick<HttpFacts, 'outcome' | 'reason' | 'status' | 'server' | 'stopped' | 'page' | 'file'>

/** The answer at the end of redirects, and where it came from. */
export interface Followed extends Answer {
  readonly url: string
  readonly redirects: Redirects
  /** The network of a reverse proxy that one of the answers names; null if none does. */
  readonly named: string | null
  readonly address: Address
  readonly port: number
}

/** A request as far as it has come. */
interface Turn {
  readonly asked: readonly [URL, ...URL[]]
  readonly address: Address
  readonly redirects: Redirects
  readonly named: string | null
}

export const NO_ANSWER: Answer = {
  ...{ outcome: 'limited', reason: null, status: null, server: null, stopped: null, page: null },
  file: null,
}
/** Longer ones say nothing to people. */
const SHOWN_MAX = 512

/** Asks for a challenge at one address and follows redirects as authorities do, as long as they stay at addresses of the name. */
export async function followChallenge(asking: Asking, address: Address): Promise<Followed> {
  let turn: Turn = { asked: [challengeUrl(asking)], address, redirects: [], named: null }
  for (;;) {
    const next = await take(asking, turn)
    if (!('asked' in next)) return next
    turn = next
  }
}

/** Returns the URL at which every authority begins. */
export function challengeUrl({ target, token }: Pick<Asking, 'target' | 'token'>): URL {
  return new URL(`http://${target.ascii}${challengePath(token)}`)
}

/** Sends one request, and returns the next, or the end. */
async function take(asking: Asking, turn: Turn): Promise<Turn | Followed> {
  const { address, asked } = turn
  const { file } = asking
  const url = asked.at(-1) ?? asked[0]
  const port = portOfUrl(url) ?? PORTS['http-01']
  const end = (answer: Partial<Answer>, { redirects, named } = turn): Followed => {
    const whole = { ...NO_ANSWER, ...answer }
    return { ...whole, file: file && (whole.file ?? fileBefore(whole)), url: shown(url.href), redirects, named, address, port }
  }
  const endpoint = asking.target.at(address, port)
  if (typeof endpoint === 'string') return end({ reason: 'not-allowed' })
  if (asking.net.signal.aborted) return end({ reason: 'out-of-time' })
  const { signal, http } = asking.net
  const started = performance.now()
  const { result, body } = await http.page(url, endpoint, asking.milliseconds, file ? FILE_BYTES_MAX : undefined)
  if (!result.head) {
    const circumstances = { isOver: signal.aborted, hasRoute: asking.net.tcp.sourceTo(endpoint) !== null }
    return end(requestFailure(result, circumstances))
  }
  const { head } = result
  const seen = { ...turn, named: turn.named ?? proxyNamedBy(head) }
  const answer = { outcome: 'response', status: head.status, server: said(headerOf(head, 'server')) } as const
  const redirect = readRedirect(head, asked)
  if (!redirect) {
    // The rest of a file may come in time for an authority, which waits longer.
    const isLate = file && !body.isWhole && (signal.aborted || performance.now() - started >= asking.milliseconds)
    if (isLate) return end(signal.aborted ? { reason: 'out-of-time' } : { outcome: 'broken', reason: 'incomplete-answer' }, seen)
    return end({ ...answer, ...finalOf({ head, body: body.bytes, asked }, asking) }, seen)
  }
  const location = shown(headerOf(head, 'location') ?? '')
  const redirects = [...turn.redirects, { url: shown(url.href), status: head.status, location }]
  if ('stop' in redirect) return end({ ...answer, stopped: redirect.stop }, { ...seen, redirects })
  const led = await asking.hosts.from(address, redirect.next.hostname)
  if ('unknown' in led) return end({ reason: led.unknown }, { ...seen, redirects })
  if ('stop' in led) return end({ ...answer, stopped: led.stop }, { ...seen, redirects })
  return { ...seen, redirects, asked: [...asked, redirect.next], address: led.address }
}

/** Returns what the last answer is: a page, or the one by which a TLS server says that it was not spoken to in TLS. */
function finalOf(last: LastAnswer, { token, file }: Asking): Partial<Answer> {
  const reason = 'tls-on-http-port'
  if (last.asked.at(-1)?.protocol === 'http:' && wantsTls(last)) return { outcome: reason, reason }
  return { page: pageOf(last, token), file: file && fileIn(last, file) }
}

function shown(text: string): string {
  return cut(withoutUnseen(text), SHOWN_MAX)
}
