import { judgeResult } from '../../../src/contract/good.ts'
import { actionsIn, nextIn } from '../../../src/contract/next-action.ts'
import { type Locale, sayIn } from '../../../src/contract/text.ts'
import type { Where } from '../../../src/diagnostics/where/index.ts'
import { renderText } from '../../../src/faces/text/render.ts'
import type { LookedAt, Sighting } from '../../../src/net/where/index.ts'
import { actionLabel } from '../../../src/operations/registry/action-labels.text.ts'
import { answerCheck } from '../../../src/operations/run/answer.ts'
import type { Address } from '../../../src/policy/address.ts'
import { openCatalogue } from '../../../src/router/catalogue/load.ts'
import type { Tool } from '../../../src/tool.ts'
import { bodyOf } from '../server.ts'

const catalogue = openCatalogue(null)

interface Given {
  readonly body: object
  readonly target: unknown
  /** The end of the packets, as the net would find it. */
  readonly where: Where | null
  readonly status?: 'open' | 'refused' | 'closed' | 'timeout' | 'error'
  readonly requester?: Address | null
  /** The network of every address. */
  readonly network?: { readonly asn: number | null; readonly organization: string | null }
  readonly mayShow?: (address: Address) => boolean
  readonly locale?: Locale
  readonly more?: object
}

/** Runs a tool with a net that finds what a test says, and checks its answer and its events against its schemas. */
export async function runTool(name: string, tool: Tool, given: Given) {
  const { body, target, where, status = 'timeout', requester = null, locale = 'en' } = given
  const looks: LookedAt[] = []
  const events: Sighting[] = []
  const finding = { status, reason: status === 'open' ? null : 'no-answer', failedLayer: null, latencyMs: null, icmpSource: null }
  const net = {
    signal: new AbortController().signal,
    udp: { probe: async () => finding },
    tcp: {
      probe: async () => finding,
      probeFirst: async ([endpoint]: object[]) => ({ endpoint, finding }),
      sourceTo: () => null,
    },
    identity: { ask: async () => null },
    where: {
      look: async (asked: LookedAt) => {
        looks.push(asked)
        for (const sighting of where?.evidence ?? []) asked.report?.(sighting)
        return status === 'open' ? null : where
      },
    },
    ...given.more,
  }
  const say = sayIn(tool.text, locale)
  const context = {
    body,
    target,
    net,
    locale,
    say,
    next: nextIn(tool.text, locale),
    catalogue: () => catalogue.read(),
    ipdata: { network: () => given.network ?? { asn: null, organization: null } },
    disclosure: { mayShow: given.mayShow ?? (() => true), mayName: () => true },
    caller: { kind: 'peer', requester },
    report: (event: Sighting) => void events.push(event),
  }
  const result = await tool.run(context)
  const headline = tool.headline?.(result, context) ?? ''
  const nextActions = actionsIn(result).map((action) => ({
    ...action,
    label: actionLabel(action.code, tool.text[locale], locale),
  }))
  const answer = {
    tool: name,
    checkedAt: '',
    elapsedMs: 1,
    headline,
    good: judgeResult(tool, Object(result)),
    ...Object(result),
    nextActions,
  }
  answerCheck(name, tool.result)(answer)
  if (tool.event) for (const event of events) answerCheck(name, tool.event)(event)
  const text = (details = false) => renderText({ name, tool }, { result, answer }, locale, { details })
  return { answer: await bodyOf(Response.json(answer)), text, looks, events, headline }
}
