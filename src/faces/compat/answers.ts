import { cleanText } from '../../contract/clean.ts'
import type { AddressFacts } from '../../contract/written.ts'
import { afterwards, type Eventually, NO_BODY } from '../../operations/run/call.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { portTestIn } from '../http/origin.ts'
import { type Exchange, type Outgoing, parameterOf, pathOf, replyExactly, replyText, wantsJson } from '../http/reply.ts'
import { callOf } from '../http/tool-routes.ts'
import { echoJson, echoPort, LINES } from './echoip.ts'

type CompatAnswer = (exchange: Exchange) => Eventually<string>

/** The paths of echoip and of Transmission's port test. */
export interface Compat {
  readonly paths: Readonly<Record<string, CompatAnswer>>
  /** Answer to a program that wants more at `/` than its own bare address; null if it does not. */
  home(request: Request): CompatAnswer | null
}

/** Returns the answers of echoip and Transmission, for the scripts that use them. Each comes from a run of a tool, with its limits and its policy. */
export function compatOf(tools: ReadonlyMap<string, Runnable>): Compat {
  const factsOf = factsFrom(tools)
  const check = runOf(tools, 'port-check')
  const line = (print: (facts: AddressFacts) => string): CompatAnswer => {
    return (exchange) => afterwards(factsOf(exchange), (facts) => replyText(exchange.set, cleanText(print(facts))))
  }
  const json: CompatAnswer = (exchange) => {
    const userAgent = exchange.request.headers.get('user-agent')
    return afterwards(factsOf(exchange), (facts) => replyBare(exchange.set, echoJson(facts, userAgent)))
  }
  const lines = Object.entries(LINES).map(([path, print]) => [path, line(print)] as const)
  return {
    paths: { '/json': json, ...Object.fromEntries(lines), '/:port': portTest(check), '/port/:port': portTest(check) },
    home(request) {
      if (wantsJson(request.headers.get('accept'))) return json
      return namedIn(request) ? line(LINES['/ip']) : null
    },
  }
}

/** Returns an answer of `/:port` as Transmission reads it, or of `/port/:port` as echoip does. */
function portTest(check: Runnable['run']): CompatAnswer {
  return async (exchange) => {
    const { request, set } = exchange
    const named = portTestIn(pathOf(request.url))
    if (!named) throw new Error('the path does not name a port')
    const { port, isEchoip } = named
    set.headers['cache-control'] = 'no-store'
    const { answer } = await check(callOf(exchange, { port, explain: false }))
    // A seam: the answer of port-check.
    const { ip, status } = answer as { ip: string; status: string }
    const isOpen = status === 'open'
    return isEchoip ? replyBare(set, echoPort(ip, port, isOpen)) : replyExactly(set, isOpen ? '1' : '0')
  }
}

/** Returns a reader of the facts about the requester, or about the address in the query, as ip-location answers them. */
function factsFrom(tools: ReadonlyMap<string, Runnable>): (exchange: Exchange) => Eventually<AddressFacts> {
  const own = runOf(tools, 'ip-json')
  const lookUp = runOf(tools, 'ip-location')
  return (exchange) => {
    const { request, set } = exchange
    set.headers['cache-control'] = 'no-store'
    const ip = namedIn(request)
    // Echoip answers in one language.
    const call = { ...callOf(exchange, ip ? { ip } : NO_BODY), locale: 'en' } as const
    // A seam: what ip-json answers, and what ip-location does.
    if (!ip) return afterwards(own(call), ({ answer }) => answer as AddressFacts)
    return afterwards(lookUp(call), ({ answer }) => {
      // A seam, as above.
      const { coordinates, ...facts } = answer as AddressFacts & {
        coordinates: Pick<AddressFacts, 'latitude' | 'longitude'> | null
      }
      return { ...facts, latitude: coordinates?.latitude ?? null, longitude: coordinates?.longitude ?? null }
    })
  }
}

/** Returns the address in the query; null if there is none. */
function namedIn({ url }: Request): string | null {
  return parameterOf(url, 'ip') || null
}

function runOf(tools: ReadonlyMap<string, Runnable>, name: string): Runnable['run'] {
  const tool = tools.get(name)
  if (!tool) throw new Error(`--compat needs the tool ${name}`)
  return (call) => tool.run(call)
}

/** JSON as echoip sends it: without the encoding, which is UTF-8 anyway, and without a line feed. */
function replyBare(set: Outgoing, json: string): string {
  set.headers['content-type'] = 'application/json'
  return json
}
