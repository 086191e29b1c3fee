import { cleanText } from '../contract/clean.ts'
import type { Locale } from '../contract/text.ts'
import type { Proof } from '../net/proof/index.ts'
import { isPrivateAddress } from '../policy/admit.ts'
import type { ComputerSeen, Sources } from './computer/index.ts'
import { prove } from './prove.ts'
import type { HomeRequest, HomeSubject } from './subject.ts'
import type { AskedOutside, HomeWorld, SaidOutside } from './world.ts'

/** The view from outside: its answer, and the proof where this computer could listen. */
export interface Asked {
  readonly said: SaidOutside
  readonly proof: Proof | null
  readonly arrived: boolean
  /** Whether somebody holds the port, although nobody was seen to listen. */
  readonly isTaken: boolean
}

export interface Asking {
  readonly request: HomeRequest
  readonly subject: HomeSubject
  readonly computer: ComputerSeen
  readonly wanIp: string | null
  readonly routerBrand: string | null
  readonly platform: Sources['platform']
  readonly locale: Locale
  readonly signal: AbortSignal
}

const PLATFORMS = { linux: 'linux', darwin: 'macos', win32: 'windows', other: 'other' } as const

/** Has the doorstep outside look, with everything found here. Where nothing listens, this computer listens itself, so that it can be proven. */
export async function askOutside(outside: NonNullable<HomeWorld['outside']>, asking: Asking): Promise<Asked> {
  const { subject, computer, locale, signal } = asking
  const { port, protocol, advice } = subject
  const question = { tool: 'reachability', body: bodyOf(asking), locale, signal } as const
  // Nothing is probed for a service that needs no port, nor for a console, which only a game opens.
  const isProvable = computer.listening === null && advice !== 'not-needed' && advice !== 'ask-console'
  if (isProvable) {
    try {
      return { ...(await prove(outside, { listenPort: port, port, protocol, ...question })), isTaken: false }
    } catch (error) {
      const code = reasonAgainst(error)
      return { ...(await unproven(outside, question)), isTaken: code === 'EADDRINUSE' }
    }
  }
  return unproven(outside, question)
}

async function unproven(outside: NonNullable<HomeWorld['outside']>, question: AskedOutside): Promise<Asked> {
  return { said: await outside.ask(question), proof: null, arrived: false, isTaken: false }
}

const REASONS: readonly unknown[] = ['EADDRINUSE', 'EACCES', 'EPERM', 'EADDRNOTAVAIL']

/** Returns why this computer may not listen: somebody has the port after all, or only an administrator may take it. Throws any other error. */
function reasonAgainst(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && REASONS.includes(error.code)) return error.code
  throw error
}

function bodyOf({ request, subject, computer, wanIp, routerBrand, platform }: Asking): Record<string, unknown> {
  const { useCase, hostname } = request
  const { address } = computer
  return {
    ...(useCase !== undefined && { useCase }),
    port: subject.port,
    protocol: subject.protocol,
    ...(hostname !== undefined && { hostname }),
    ...(routerBrand !== null && { routerBrand }),
    ...(address !== null && isPrivateAddress(address) && { internalIp: address }),
    // At the far end of a tunnel, it is the address of another line.
    ...(wanIp !== null && !computer.vpn && { routerWanIp: wanIp }),
    platform: PLATFORMS[platform],
  }
}

/** Returns the answer of the doorstep outside, or why there is none. */
export function answerIn(said: SaidOutside | null): { answer: Readonly<Record<string, unknown>> | null; failure: string | null } {
  if (said === null) return { answer: null, failure: null }
  return 'answer' in said ? { answer: said.answer, failure: null } : { answer: null, failure: cleanText(said.failure) }
}
