import type { Elysia } from 'elysia'
import { nextIn } from '../../contract/next-action.ts'
import { internalFault, Refusal } from '../../contract/problem.ts'
import { refuseIn } from '../../contract/refuse.ts'
import { type Locale, negotiateLocale, sayIn } from '../../contract/text.ts'
import type { IpData } from '../../ipdata/lookup.ts'
import type { Network } from '../../net/index.ts'
import type { Logger } from '../../observe/log.ts'
import { since } from '../../platform/clock.ts'
import { admit } from '../../policy/admit.ts'
import type { Rules } from '../../policy/rules.ts'
import type { NamedTool } from '../../registry/tools.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'
import { AnswerFault, answerCheck } from '../../run/answer.ts'
import { type Validator, validatorOf } from '../../run/validate.ts'
import { readJsonBody } from './body.ts'
import type { Caller } from './client-address.ts'
import {
  AT_ONCE,
  explain,
  markLanguage,
  negotiateFormat,
  type Outgoing,
  OVER_TIME,
  renderLines,
  renderWith,
  replyExactly,
  replyJson,
  replyProblem,
  replyText,
} from './reply.ts'
import { markStream, type Run, streamOf } from './stream.ts'

/** What every request is answered with. */
export interface Services {
  /** Who asks, from the peer of the connection and the headers of the request. */
  readonly callerOf: (peer: string, headers: Headers) => Caller
  readonly ipdata: IpData
  readonly catalogue: () => Promise<Catalogue>
  readonly rules: Rules
  readonly network: Network
  readonly log: Logger
  /** Whether answers are held against their schema, too: in tests, and while somebody works on them. */
  readonly checkAnswers: boolean
}

/** The part of Elysia's context that a route reads. */
export interface Incoming {
  request: Request
  set: Outgoing
  server: { requestIP(request: Request): { address: string } | null } | null
}

/** Adds a route for every tool. Schemas are compiled here, so that a bad one stops the start. */
export function mount(app: Elysia, tools: readonly NamedTool[], services: Services): void {
  for (const named of tools) {
    const { method, path } = named.tool
    const answer = routeOf(named, services)
    const fail = (incoming: Incoming, thrown: unknown) => {
      logFault(named, thrown, services)
      return replyProblem(incoming.set, thrown, incoming.request)
    }
    const guarded = (incoming: Incoming) => {
      try {
        const reply = answer(incoming)
        return reply instanceof Promise ? reply.catch((thrown) => fail(incoming, thrown)) : reply
      } catch (thrown) {
        return fail(incoming, thrown)
      }
    }
    // Elysia reads off a handler's parameter what it must prepare: named so, it parses no query, headers or cookies for us.
    app.route(method, path, ({ request, set, server }: Incoming) => guarded({ request, set, server }), { parse: 'none' })
  }
}

function routeOf(named: NamedTool, services: Services) {
  try {
    return named.tool.method === 'GET' ? queryRoute(named, services) : toolRoute(named, services)
  } catch (error) {
    throw new Error(`tools/${named.name}.ts has a schema that cannot be used: ${error instanceof Error ? error.message : error}`)
  }
}

function queryRoute({ name, tool }: NamedTool, services: Services) {
  const checkAnswer = answerCheck(`${name} gave a result`, tool.result, services.checkAnswers)
  const isText = tool.result.type === 'string'
  return (incoming: Incoming) => {
    const { request, set } = incoming
    const locale = negotiateLocale(request.headers.get('accept-language'))
    const format = isText ? 'text' : negotiateFormat(request, AT_ONCE)
    const result = tool.run({
      caller: callerOfRequest(incoming, services),
      ipdata: services.ipdata,
      catalogue: services.catalogue,
      locale,
      say: sayIn(tool.text, locale),
      next: nextIn(tool.text, locale),
    })
    checkAnswer(result)
    set.headers['cache-control'] = 'no-store'
    if (isText) return replyExactly(set, String(result))
    markLanguage(set, locale, 'Accept, Accept-Language')
    return format === 'text' ? replyText(set, renderLines(result)) : replyJson(set, result)
  }
}

function toolRoute(named: NamedTool, services: Services) {
  const { tool } = named
  const check: Validator = tool.body ? validatorOf(tool.body) : () => {}
  const example = exampleOf(tool.body?.properties ?? {})
  const begin = toolRun(named, services)
  return async (incoming: Incoming) => {
    const { request, set } = incoming
    const body = await readJsonBody(request, example)
    check(body)
    const format = negotiateFormat(request, OVER_TIME)
    const locale = negotiateLocale(request.headers.get('accept-language'))
    const run = begin(body, callerOfRequest(incoming, services), locale)
    set.headers['cache-control'] = 'no-store'
    markLanguage(set, locale, 'Accept, Accept-Language')
    if (format === 'ndjson' || format === 'sse') {
      const stream = await streamOf(format, request.signal, run, (thrown) => {
        logFault(named, thrown, services)
        return explain(thrown, locale)
      })
      markStream(set, format)
      return new Response(stream)
    }
    const { result, answer } = await run(request.signal, unheard)
    if (format === 'json') return replyJson(set, answer)
    return replyText(set, tool.print ? renderWith(tool.print, answer) : renderLines(result))
  }
}

/** An event that nobody asked for. */
const unheard = () => {}

/** Makes the run of a request, from its target to its answer. */
function toolRun({ name, tool }: NamedTool, services: Services) {
  const checkAnswer = answerCheck(`${name} gave a result`, tool.result, services.checkAnswers)
  const checkEvent = tool.event ? answerCheck(`${name} reported an event`, tool.event, services.checkAnswers) : unheard
  return (body: unknown, caller: Caller, locale: Locale): Run =>
    async (signal, heard) => {
      const nouns = {
        body,
        caller,
        ipdata: services.ipdata,
        catalogue: services.catalogue,
        locale,
        say: sayIn(tool.text, locale),
        next: nextIn(tool.text, locale),
        refuse: refuseIn(tool.text),
        report(event: unknown) {
          checkEvent(event)
          heard(event)
        },
      }
      const checkedAt = new Date().toISOString()
      const started = performance.now()
      const result = await (tool.policy.kind === 'offline'
        ? tool.run(nouns)
        : services.network.during(tool.deadlineMs, signal, async (net) => {
            const resolve = (host: string) => net.dns.addresses(host)
            const target = await admit(tool.policy, { body, caller: caller.requester }, { rules: services.rules, resolve })
            return tool.run({ ...nouns, target, net })
          }))
      const answer = Object.assign({ tool: name, checkedAt, elapsedMs: since(started) }, result)
      checkAnswer(answer)
      return { result, answer }
    }
}

/** What is thrown at a caller is its own fault or ours; ours the operator learns of. */
function logFault({ name }: NamedTool, thrown: unknown, { log }: Services): void {
  const misfit = thrown instanceof AnswerFault ? thrown.misfit : {}
  if (!(thrown instanceof Refusal)) log.error('a tool failed', { tool: name, ...misfit, error: thrown })
}

export function callerOfRequest({ request, server }: Pick<Incoming, 'request' | 'server'>, { callerOf }: Services): Caller {
  const peer = server?.requestIP(request)
  // The client has gone; nobody will read the answer.
  if (!peer) throw internalFault
  return callerOf(peer.address, request.headers)
}

/** A body that fits, for the text of a refusal: the first example of each field that has one. */
function exampleOf(properties: Record<string, { examples?: unknown }>): string {
  const entries = Object.entries(properties).map(([field, { examples }]) => [
    field,
    Array.isArray(examples) ? examples[0] : undefined,
  ])
  return JSON.stringify(Object.fromEntries(entries))
}
