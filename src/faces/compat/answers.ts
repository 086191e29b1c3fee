import type { AddressFacts } from '../../contract/address-facts.ts'
import { cleanText } from '../../contract/clean.ts'
import { negotiateLocale } from '../../contract/text.ts'
import { afterwards, type Eventually, NO_BODY } from '../../run/call.ts'
import type { Runnable } from '../../run/run.ts'
import type { Incoming } from '../http/incoming.ts'
import { type Outgoing, parameterOf, replyExactly, replyText } from '../http/reply.ts'
import type { Who } from '../http/request-id.ts'
import { callOf } from '../http/tool-routes.ts'
import { wantsJson } from '../web/acceptance.ts'
import { echoJson, echoPort, LINES } from './echoip.ts'

type Answer = (incoming: Incoming) => Eventually<string>
export type PortTest = Answer

/** The paths of echoip and of Transmission's port test. */
export interface Compat {
  readonly paths: Readonly<Record<string, Answer>>
  /** Answer to a program that wants more at `/` than its own bare address; null if it does not. */
  home(request: Request): Answer | null
  /** Answer to a path that names a port; null if it does not. */
  portTest(path: string): PortTest | null
}

const PORT_TEST = /^\/(port\/)?(\d{1,5})$/

/** Returns the tool behind a path that names a port, for logs and metrics. */
export function toolBehind(path: string): 'port-check' | null {
  return PORT_TEST.test(path) ? 'port-check' : null
}

/** Answers as echoip and Transmission do, for the scripts that use them. Each answer comes from a run of a tool, with its limits and its policy. */
export function compatOf(tools: ReadonlyMap<string, Runnable>, who: Who): Compat {
  const factsOf = factsFrom(tools, who)
  const check = runOf(tools, 'port-check')
  const line = (print: (facts: AddressFacts) => string): Answer => {
    return (incoming) => afterwards(factsOf(incoming), (facts) => replyText(incoming.set, cleanText(print(facts))))
  }
  const json: Answer = (incoming) => {
    const userAgent = incoming.request.headers.get('user-agent')
    return afterwards(factsOf(incoming), (facts) => replyBare(incoming.set, echoJson(facts, userAgent)))
  }
  const lines = Object.entries(LINES).map(([path, print]) => [path, line(print)] as const)
  return {
    paths: { '/json': json, ...Object.fromEntries(lines) },
    home(request) {
      if (wantsJson(request.headers.get('accept'))) return json
      return namedIn(request) ? line(LINES['/ip']) : null
    },
    portTest(path) {
      const [, isEchoip, digits] = PORT_TEST.exec(path) ?? []
      if (digits === undefined) return null
      const port = Number(digits)
      return async (incoming) => {
        const { request, set } = incoming
        set.headers['cache-control'] = 'no-store'
        const locale = negotiateLocale(request.headers.get('accept-language'))
        const { answer } = await check({ ...callOf(incoming, { port }, who), locale })
        // A seam: what port-check answers.
        const { ip, status } = answer as { ip: string; status: string }
        const isOpen = status === 'open'
        return isEchoip ? replyBare(set, echoPort(ip, port, isOpen)) : replyExactly(set, isOpen ? '1' : '0')
      }
    },
  }
}

/** Returns a reader of the facts about the requester, or about the address in the query, as ip-location answers them. */
function factsFrom(tools: ReadonlyMap<string, Runnable>, who: Who): (incoming: Incoming) => Eventually<AddressFacts> {
  const own = runOf(tools, 'ip-json')
  const lookUp = runOf(tools, 'ip-location')
  return (incoming) => {
    const { request, set } = incoming
    set.headers['cache-control'] = 'no-store'
    const ip = namedIn(request)
    // Echoip answers in one language.
    const call = { ...callOf(incoming, ip ? { ip } : NO_BODY, who), locale: 'en' } as const
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
