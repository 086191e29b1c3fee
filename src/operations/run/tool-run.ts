import { isRecord } from '../../contract/clean.ts'
import { judgeResult } from '../../contract/good.ts'
import { Joined } from '../../contract/joined.ts'
import { actionsIn, type NextAction, nextIn } from '../../contract/next-action.ts'
import { Refusal, refuseIn } from '../../contract/problem.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import type { IpData } from '../../ipdata/lookup.ts'
import { TARGET_QUOTA } from '../../net/budget.ts'
import type { Net, Network } from '../../net/index.ts'
import { NEVER, since } from '../../platform/deadline.ts'
import { patient } from '../../platform/testing.ts'
import { addressesIn, textOf } from '../../policy/admit.ts'
import { type Caller, LOCAL_CALLER } from '../../policy/caller.ts'
import type { Gate } from '../../policy/gate.ts'
import { isLookup, type LookupPolicy } from '../../policy/policies.ts'
import type { QueryName } from '../../policy/target.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'
import { actionLabel } from '../registry/action-labels.text.ts'
import { isBoundToRequester, type NamedTool } from '../registry/tools.ts'
import { type Around, afterwards, type Call, type Eventually, type Outcome } from './call.ts'
import { againstTarget } from './limited.ts'
import { isRetold, Tape, type ToolFinding, toldTwice, withRetold } from './retold.ts'
import { runText } from './run.text.ts'

export interface OfflineServices {
  readonly ipdata: IpData
  readonly catalogue: () => Promise<Catalogue>
}

/** The services that tools work with, for every kind of caller. */
export interface Services extends OfflineServices {
  readonly gate: Gate
  readonly network: Network
}

/** The part of its time that a check may wait until its target may get something; the rest is for the check itself. */
const WAITING_SHARE = 0.4

/** A tool that any face can call. */
export interface Runnable extends NamedTool {
  /** A short valid body as JSON, for the text of a refusal. */
  readonly example: string
  /** Throws a Refusal, or another error if there is a bug. */
  run(call: Call): Eventually<Outcome>
}

export type Run = Runnable['run']

/**
 * Prepares tools without a body: there is nothing to check, and what checks bodies need not be there. They depend only on who asks, so
 * none of them reaches out.
 */
export function prepareQueries(queries: readonly NamedTool[], services: OfflineServices, around: readonly Around[]): Runnable[] {
  return queries.map((named) => {
    const { name, tool } = named
    return { name, tool, example: '{}', run: surround(named, around, boundRun(named, offlineWork(named, services))) }
  })
}

/** Returns the run of a tool, with a valid body, inside its wrappers: the first of the list is the outermost. */
export function runOf(named: NamedTool, services: Services, around: readonly Around[]): Run {
  return surround(named, around, boundRun(named, workOf(named, services)))
}

function workOf(named: NamedTool, services: Services): (call: Call) => unknown {
  if (worksAlone(named)) return offlineWork(named, services)
  const { policy } = named.tool
  return isLookup(policy) ? lookUpWork(named, policy, services) : netWork(named, services)
}

/** Returns whether a tool needs no target of the policy: it sends nothing, or the gateway of this computer is all it may talk to. */
function worksAlone({ tool: { policy } }: NamedTool): boolean {
  return policy.kind === 'offline' || policy.kind === 'at-home'
}

function surround(named: NamedTool, around: readonly Around[], run: Run): Run {
  const concerned = around.filter(({ concerns }) => concerns?.(named) ?? true)
  return concerned.reduceRight((inner, outer) => (call) => outer(named, call, (other = call) => inner(other)), run)
}

function boundRun(named: NamedTool, work: (call: Call) => unknown): Run {
  const { name, tool } = named
  const needsPeer = isBoundToRequester(named)
  return (call) => {
    if (needsPeer && call.caller.kind === 'local') throw againstLocalCaller()
    if (!tool.body) return afterwards(work(call), outcomeOf)
    const checkedAt = new Date().toISOString()
    const started = performance.now()
    return afterwards(work(call), (found) => {
      // A seam: the work of a tool with a body gives this.
      const { retold, ...first } = found as ToolFinding
      const elapsedMs = since(started)
      const answerIn = (locale: Locale, { result: bare, headline }: ToolFinding) => {
        const result = withLabels(bare, tool.text[locale], locale)
        const good = judgeResult(tool, bare)
        // Right after `good`, wherever the result has it.
        const situation = 'situation' in result && { situation: result.situation }
        const understood = call.understood && { understood: call.understood }
        const envelope = { tool: name, checkedAt, elapsedMs, headline, good, ...situation, ...understood }
        return { result, answer: Object.assign(envelope, result) }
      }
      const outcome = answerIn(call.locale, first)
      return retold && call.alsoIn ? { ...outcome, retold: answerIn(call.alsoIn, retold).answer } : outcome
    })
  }
}

function withLabels(result: object, own: Readonly<Record<string, string>>, locale: Locale): object {
  const labelled = ({ code, ...action }: NextAction) => ({ code, label: actionLabel(code, own, locale), ...action })
  const step = 'nextStep' in result && isAction(result.nextStep) ? { nextStep: labelled(result.nextStep) } : {}
  return 'nextActions' in result ? { ...result, ...step, nextActions: actionsIn(result).map(labelled) } : result
}

function isAction(value: unknown): value is NextAction {
  return isRecord(value) && 'code' in value && 'text' in value
}

/** Runs a tool, and has it say what it found; a query just answers. */
function foundBy({ run, headline }: NamedTool['tool'], nouns: object): unknown {
  if (headline === null) return run(nouns)
  // A seam: the schema of every tool with a body is an object.
  return afterwards(run(nouns), (result): ToolFinding => ({ result: result as object, headline: headline(result, nouns) }))
}

function outcomeOf(result: unknown): Outcome {
  return result instanceof Joined ? new JoinedOutcome(result) : { result, answer: result }
}

/** Its result is made for those who look at it. */
class JoinedOutcome implements Outcome {
  constructor(private readonly joined: Joined<object>) {}

  get result(): unknown {
    return this.joined.fields
  }

  get answer(): unknown {
    return this.joined.fields
  }

  get json(): string {
    return this.joined.json
  }
}

function offlineWork({ tool }: NamedTool, services: OfflineServices): (call: Call) => unknown {
  const NounsOfTool = nounsIn(tool, services)
  return (call) => toldTwice(call, (from) => foundBy(tool, new NounsOfTool(from)))
}

/** Returns the work of a tool that looks its target up in our own data: nothing is sent, so there is no net, no deadline and no budget. */
function lookUpWork({ tool }: NamedTool, policy: LookupPolicy, services: Services): (call: Call) => unknown {
  const NounsOfTool = nounsIn(tool, services)
  return (call) => {
    const target = services.gate.admitLookup(policy.field, textOf(call.body, policy.field))
    const tell = (from: Call) => foundBy(tool, Object.assign(new NounsOfTool(from), { target }))
    // There is a promise only where limits are shared.
    return afterwards(call.charge?.(), () => toldTwice(call, tell))
  }
}

function netWork({ tool }: NamedTool, services: Services): (call: Call) => Promise<unknown> {
  const { network, gate } = services
  const NounsOfTool = nounsIn(tool, services)
  return (call) => {
    const deadlineMs = patient(Math.min(tool.deadlineMs, call.deadlineMs ?? tool.deadlineMs))
    return network.during(deadlineMs, call.signal, async (net) => {
      const resolve = async (host: QueryName) => {
        await call.charge?.()
        return net.dns.addresses(host)
      }
      const target = await gate.admit(tool.policy, { body: call.body, caller: call.caller.requester }, resolve)
      const addresses = addressesIn(target).map(({ text }) => text)
      const waitMs = await net.budget.begin(addresses, deadlineMs * WAITING_SHARE, net.signal)
      if (waitMs > 0) throw againstTarget(TARGET_QUOTA, waitMs)
      await call.charge?.()
      const tell = (from: Call, through: Net) => {
        return foundBy(tool, Object.assign(new NounsOfTool(from), { target, net: through, disclosure: gate.disclosure }))
      }
      const tape = isRetold(call) ? new Tape() : null
      const found = await tell(call, tape ? tape.recording(net) : net)
      // A check that was cut short says nothing about the network.
      if (call.signal.reason instanceof Refusal) throw call.signal.reason
      return tape && isRetold(call)
        ? withRetold(call, found, (again) => Promise.race([tell(again, tape.replaying(net)), tape.lacking]))
        : found
    })
  }
}

function againstLocalCaller(): Refusal {
  return new Refusal('requester-not-public', (locale) => runText.say(locale, 'no-requester', {}))
}

/** Returns the nouns that every handler works with. Most handlers take few of them, so each is made only when it is taken. */
function nounsIn({ text }: NamedTool['tool'], { ipdata, catalogue }: OfflineServices) {
  return class {
    readonly ipdata = ipdata
    readonly catalogue = catalogue
    readonly body: unknown
    readonly caller: Caller
    readonly #call: Call

    constructor(call: Call) {
      this.body = call.body
      this.caller = call.caller
      this.#call = call
    }

    get locale() {
      return this.#call.locale
    }

    get say() {
      return sayIn(text, this.#call.locale)
    }

    get next() {
      return nextIn(text, this.#call.locale)
    }

    get refuse() {
      return refuseIn(text)
    }

    get signal() {
      return this.#call.signal
    }

    get report() {
      const call = this.#call
      return (event: unknown) => call.report?.(event)
    }
  }
}

/** Looks an address up. Throws a Refusal unless it is one, and public. */
export type LookUp = (text: string) => Eventually<unknown>

/**
 * Returns a function that runs a tool for one address after the other, for the user of this program: by the same rules as a run, but without
 * what a run has around it, which takes longer than the look-up. Throws if the tool does anything else.
 */
export function lookUpsOf(
  { name, tool }: NamedTool,
  services: Pick<Services, 'gate' | 'ipdata' | 'catalogue'>,
  locale: Locale,
): LookUp {
  const { policy } = tool
  if (!isLookup(policy)) throw new Error(`${name} does more than look an address up`)
  const NounsOfTool = nounsIn(tool, services)
  return (text) => {
    const target = services.gate.admitLookup(policy.field, text)
    const call: Call = { body: { [policy.field]: target.address.text }, caller: LOCAL_CALLER, locale, signal: NEVER, face: 'cli' }
    return tool.run(Object.assign(new NounsOfTool(call), { target }))
  }
}
