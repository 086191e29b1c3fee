import pkg from '../../../package.json' with { type: 'json' }
import { Refusal } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import { ownGroup } from '../../operations/registry/describe.ts'
import { type Call, NO_BODY } from '../../operations/run/call.ts'
import type { Runnable } from '../../operations/run/run.ts'
import type { Peer } from '../../policy/caller.ts'
import { reachesOut } from '../../policy/policies.ts'
import { explain } from '../http/reply.ts'
import { placesOf, type Site } from '../http/site.ts'
import { drawing } from '../text/answer-blocks.ts'
import { comparisonOf } from '../text/places.ts'
import { RUN } from './document.tsx'
import type { ListedTool, PageState, ToolAnswer, Visitor } from './page/answers.ts'
import { bodyFrom } from './page/fields.ts'

/** The scopes of addresses that are in a network with this server, or behind the same box as it: it cannot look at them from outside. */
const INSIDE: readonly string[] = ['private', 'shared', 'loopback', 'link-local']

/** Returns what the document shows, and what its script goes on from. */
export async function stateFor(
  query: URLSearchParams,
  tools: ReadonlyMap<string, Runnable>,
  plain: readonly Runnable[],
  { request, ...call }: Omit<Call, 'body'> & { readonly caller: Peer; readonly request: Request },
  site: Site,
): Promise<PageState> {
  const { ipdata, publicOrigins, theme } = site
  const visitor = await visitorOf(tools, call)
  return {
    locale: call.locale,
    visitor,
    isAtHome: INSIDE.includes(visitor.scope) && !mayCheck(call.caller, site),
    tools: toolsWithForms(tools.values(), call.locale),
    credits: creditsOf(ipdata.datasets),
    theme: theme?.dress.theme ?? null,
    origins: publicOrigins,
    places: placesFor(request, tools, site),
    asked: await runAsked(query, plain, call),
    version: pkg.version,
  }
}

/** Returns the other places that the page may ask, for the tools that look at the requester or at a public target. */
function placesFor(request: Request, tools: ReadonlyMap<string, Runnable>, site: Site): PageState['places'] {
  const [own, ...others] = placesOf(request, site)
  if (others.length === 0) return null
  const looking = [...tools.values()].filter(({ tool: { policy } }) => reachesOut(policy) && policy.kind !== 'requester-and-name')
  return { name: own.name, others, by: Object.fromEntries(looking.map((one) => [one.name, comparisonOf(one)])) }
}

/** Returns whether the address of a caller may be checked: an operator may allow it for a network of their own. */
function mayCheck(caller: Peer, { pairOf }: Site): boolean {
  try {
    pairOf(caller)
    return true
  } catch (thrown) {
    if (thrown instanceof Refusal) return false
    throw thrown
  }
}

async function visitorOf(tools: ReadonlyMap<string, Runnable>, call: Omit<Call, 'body'>): Promise<Visitor> {
  const outcome = await tools.get('ip-json')?.run({ ...call, body: NO_BODY })
  // A seam: the answer is as its schema says.
  return outcome?.answer as Visitor
}

/** Returns each credit once: several datasets come from the same place. */
function creditsOf(datasets: Site['ipdata']['datasets']): PageState['credits'][number][] {
  const credits = new Map<string, PageState['credits'][number]>()
  for (const { attribution, attributionUrl } of datasets) {
    if (attribution !== null) credits.set(attribution, { attribution, url: attributionUrl })
  }
  return [...credits.values()]
}

/** Returns the tools that have a form; the first view already shows the answers of the others. */
function toolsWithForms(tools: Iterable<Runnable>, locale: Locale): ListedTool[] {
  return [...tools]
    .filter(({ tool }) => tool.body !== null)
    .map(({ name, tool }) => {
      const { group, text } = tool
      const [title, summary] = [text.say(locale, 'title', {}), text.say(locale, 'summary', {})]
      return { name, title, group, ...ownGroup(tool, locale), summary }
    })
}

/** Returns the tools that a form without a script may run: a link can make any browser open it, so only those that send nothing to others. */
export function reachingNobody(tools: Iterable<Runnable>): Runnable[] {
  return [...tools].filter(({ tool }) => tool.body !== null && !reachesOut(tool.policy))
}

/** Runs the tool that the address of the page names, with the fields beside it. */
async function runAsked(
  query: URLSearchParams,
  tools: readonly Runnable[],
  call: Omit<Call, 'body'>,
): Promise<PageState['asked']> {
  const runnable = tools.find(({ name }) => name === query.get(RUN))
  const schema = runnable?.tool.body
  if (!runnable || !schema) return null
  const request = bodyFrom(schema, Object.fromEntries(query))
  try {
    const { answer } = await drawing(runnable).run({ ...call, body: request })
    // A seam: every answer of a tool starts with these fields.
    return { tool: runnable.name, request, ending: { kind: 'answered', answer: answer as ToolAnswer } }
  } catch (thrown) {
    return { tool: runnable.name, request, ending: { kind: 'refused', problem: explain(thrown, call.locale) } }
  }
}
