import { Value } from '@sinclair/typebox/value'
import { cleanText, isRecord } from '../contract/clean.ts'
import type { NextAction } from '../contract/next-action.ts'
import { WHERE, type Where } from '../diagnostics/where/index.ts'
import type { Proof } from '../net/proof/index.ts'
import { parseAddress } from '../policy/address.ts'
import { VERDICTS, type Verdict } from '../reachability/index.ts'

/** The sight of one address from outside, as far as the verdict needs it. */
export interface OutsideSeen {
  readonly version: 4 | 6
  readonly ip: string
  readonly verdict: Verdict
  /** The step that is the cause there; null if none is, and for the other family, of which only the end is told. */
  readonly blockedAt: string | null
  /** The codes of the steps. */
  readonly codes: readonly string[]
  readonly where: Where | null
  /** The proof; null where a program held the port, and for an address that was only looked at as well. */
  readonly proof: Proof | null
  /** Whether packets of the proof arrived here, whatever was heard there. */
  readonly arrived: boolean
}

/** The longest text of a server that is repeated. */
const TEXT_MAX = 600

/** A JSON object that another doorstep has written. */
export type Foreign = Readonly<Record<string, unknown>>

/** An answer of the doorstep outside, with what this computer knows of the proof. */
export interface Answered {
  readonly answer: Foreign
  readonly proof: Proof | null
  /** The addresses that packets of the proof came from. */
  readonly heard: readonly string[]
}

/** Reads an answer of reachability, which another doorstep has written: what does not fit is left out. The address that asked comes first. */
export function readOutside({ answer, proof, heard }: Answered): OutsideSeen[] {
  const [first, ...others] = [seenIn(answer), ...recordsIn(answer, 'families').map(seenIn)]
  if (!first) return []
  const isOwn = (from: string) => from.includes(':') === (first.version === 6)
  const own = { ...first, proof, arrived: heard.some(isOwn) }
  const other = others.find((one) => one !== null && one.version !== own.version)
  return other ? [own, other] : [own]
}

/** Returns the sight of the address that asked, from an answer alone; null without one. */
export function firstSeen(answer: Foreign | null): OutsideSeen | null {
  return answer && seenIn(answer)
}

function seenIn(answer: Foreign): OutsideSeen | null {
  const { ip } = answer
  const address = typeof ip === 'string' ? parseAddress(ip) : null
  const verdict = VERDICTS.find((one) => one === answer.verdict)
  if (!address || !verdict) return null
  const steps = recordsIn(answer, 'steps')
  const port = steps.find(({ step }) => step === 'port')
  const where = isRecord(port?.result) ? port.result.where : answer.where
  return {
    version: address.version,
    ip: address.text,
    verdict,
    blockedAt: textIn(answer, 'blockedAt'),
    codes: steps.flatMap((step) => textIn(step, 'code') ?? []),
    where: Value.Check(WHERE, where) ? where : null,
    proof: null,
    arrived: false,
  }
}

/** Returns whether packets were sent to the port; where the line settles it, none are. No steps are told of the other version of IP. */
export function wasProbed({ codes }: Pick<OutsideSeen, 'codes'>): boolean {
  return codes.length === 0 || codes.some((code) => code.startsWith('port-') && code !== 'port-unchecked')
}

/** Returns the one thing to do that the other doorstep names; null if it names none. */
export function stepIn(answer: Foreign | null): NextAction | null {
  const step = answer?.nextStep
  return isRecord(step) ? stepOf(step) : null
}

/** Returns the next actions of another doorstep, as far as they can be read. */
export function stepsIn(answer: Foreign): NextAction[] {
  return recordsIn(answer, 'nextActions').flatMap((one) => stepOf(one) ?? [])
}

function stepOf(step: Foreign): NextAction | null {
  const [code, text] = [textIn(step, 'code'), textIn(step, 'text')]
  return code !== null && text !== null && /^[a-z\d-]{1,60}$/.test(code) ? { code, text } : null
}

/** Returns a text of another doorstep, cleaned and cut; null if there is none. */
export function textIn(answer: Foreign | null, field: string): string | null {
  const text = answer?.[field]
  return typeof text === 'string' && text !== '' ? cleanText(text.slice(0, TEXT_MAX)) : null
}

export function recordsIn(answer: Foreign, field: string): Foreign[] {
  const list = answer[field]
  return Array.isArray(list) ? list.filter(isRecord) : []
}
