import { cleanText } from '../../contract/clean.ts'
import type { Locale } from '../../contract/text.ts'
import { codeOf } from '../../platform/misfit.ts'
import { isLeftAlone } from '../../router/index.ts'
import type { ComputerSeen } from '../computer/index.ts'
import type { HomeWorld, PlacesSeen, SaidOutside } from '../define.ts'
import type { Version } from '../fields.ts'
import type { Answered } from '../outside-seen.ts'
import { type Proved, prove } from '../prove.ts'
import { type HomeRequest, type HomeSeen, type HomeSubject, hintsOf } from '../subject.ts'
import type { HomeFacts } from './facts.ts'

type Outside = NonNullable<HomeWorld['outside']>

export interface OutsideAnswers {
  readonly answers: readonly Answered[]
  /** The reason why there is no answer, where there is none at all. */
  readonly failure: string | null
  readonly heldBy: HomeFacts['heldBy']
  readonly places: PlacesSeen | null
}

export interface OutsideLook extends HomeSeen {
  readonly request: HomeRequest
  readonly subject: HomeSubject
  readonly computer: ComputerSeen
  readonly locale: Locale
  readonly signal: AbortSignal
}

/**
 * Has the doorstep outside look, with everything found here, over every version of IP that it and this computer have. Where nothing listens,
 * this computer listens itself, so that it can be proven.
 */
export async function askOutside(outside: Outside, look: OutsideLook): Promise<OutsideAnswers> {
  const { port, protocol } = look.subject
  let places: Promise<PlacesSeen> | null = null
  // Other places see the port while this computer holds it.
  const ask: Outside['ask'] = async (question) => {
    if (!isLeftAlone(look.subject)) places ??= outside.places?.({ ...question, body: { port, protocol } }) ?? null
    const [said] = await Promise.all([outside.ask(question), places])
    return said
  }
  const asked = await askServer({ ...outside, ask }, look)
  return { ...asked, places: await places }
}

/** The reasons why this computer may not listen: a program has the port after all, or only an administrator may take it. */
const REASONS: readonly string[] = ['EADDRINUSE', 'EACCES', 'EPERM', 'EADDRNOTAVAIL']

async function askServer(outside: Outside, look: OutsideLook): Promise<Omit<OutsideAnswers, 'places'>> {
  const { request, subject, computer, locale, signal, ...seen } = look
  const { port, protocol } = subject
  const { useCase, hostname } = request
  const named = { ...(useCase !== undefined && { useCase }), ...(hostname !== undefined && { hostname }) }
  const body = { ...named, port, protocol, ...hintsOf({ computer, ...seen }) }
  const question = { tool: 'reachability', body, locale, signal } as const
  const families = await familiesOf(outside, computer)
  const unproven = async (heldBy: HomeFacts['heldBy']) => {
    const said = await Promise.all(families.map((family) => outside.ask({ ...question, ...(family && { family }) })))
    const bare = (one: SaidOutside): Proved => ({ said: one, proof: null, arrived: false, heard: [] })
    return answersIn(said.map(bare), heldBy)
  }
  if (computer.listening !== null || isLeftAlone(subject)) return unproven(null)
  try {
    const asked = answersIn(await prove(outside, { listenPort: port, port, protocol, ...question }, families), 'us')
    // Without a view from outside, nobody has asked.
    return asked.answers.length > 0 ? asked : { ...asked, heldBy: null }
  } catch (error) {
    const reason = codeOf(error)
    if (!REASONS.includes(reason)) throw error
    return unproven(reason === 'EADDRINUSE' ? 'others' : null)
  }
}

/** Returns the versions of IP to ask over; the system's choice where that is not known. */
export async function familiesOf(
  { families }: Outside,
  { address, address6 }: ComputerSeen,
): Promise<readonly (Version | undefined)[]> {
  const theirs = await families?.().catch(() => [])
  const both = theirs?.filter((family) => (family === 4 ? address : address6) !== null) ?? []
  return both.length > 0 ? both.toSorted() : [undefined]
}

function answersIn(proved: readonly Proved[], heldBy: OutsideAnswers['heldBy']): Omit<OutsideAnswers, 'places'> {
  const answers = proved.flatMap(({ said, proof, heard }) =>
    'answer' in said ? [{ answer: said.answer, proof, heard: heard.map(({ from }) => from) }] : [],
  )
  const [failed] = proved.flatMap(({ said }) => ('failure' in said ? [cleanText(said.failure).replace(/\.$/, '')] : []))
  return { answers, failure: answers.length > 0 ? null : (failed ?? null), heldBy }
}
