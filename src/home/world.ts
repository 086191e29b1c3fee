import type { Locale } from '../contract/text.ts'
import type { Sources } from './computer/index.ts'

/** A question to the doorstep that looks from outside. */
export interface AskedOutside {
  readonly tool: 'reachability' | 'port-check' | 'certificate-check'
  readonly body: Readonly<Record<string, unknown>>
  readonly locale: Locale
  readonly signal: AbortSignal
  /** The version of IP to ask over, which is the one that is then checked; by default the system's choice, and both for tools that take both. */
  readonly family?: 4 | 6
}

/** The answer of that doorstep: foreign, with its texts cleaned; or why there is none, in a sentence. */
export type SaidOutside = { readonly answer: Readonly<Record<string, unknown>> } | { readonly failure: string }

/** The port as the doorstep outside and its other places see it. */
export interface PlacesSeen {
  readonly seen: { readonly name: string; readonly said: string }[]
  readonly difference: string | null
  readonly headline: string
  /** The address at which some get through and others do not, and the names of those; null where there is none. */
  readonly split: { readonly ip: string; readonly keptOut: string } | null
}

/** The surroundings of a command at home. */
export interface HomeWorld {
  readonly sources: Sources
  /** The doorstep that looks from outside; null if none was named. */
  readonly outside: {
    readonly server: URL
    ask(question: AskedOutside): Promise<SaidOutside>
    /** Returns the versions of IP that its name has addresses of; where this is not known, it is asked once, over the system's choice. */
    families?(): Promise<readonly (4 | 6)[]>
    /** Returns its address of a version of IP; null if it has none. */
    address?(version: 4 | 6): Promise<string | null>
    /** Returns the UDP port at which it tells what it sees of a flow; null if it has none. */
    echoPort?(): Promise<number | null>
    /** Has its other places look at the port as well; absent where they are not to be asked. */
    places?(question: Pick<AskedOutside, 'body' | 'locale' | 'signal'>): Promise<PlacesSeen>
  } | null
}

/** Returns a server as it is typed after `--server`: a shell takes brackets and the like for its own. */
export function asTyped(server: URL): string {
  const url = server.href.replace(/\/$/, '')
  return /^[\w.:/%-]+$/.test(url) ? url : `'${url.replaceAll("'", '%27')}'`
}
