import { createContext } from 'preact'
import type { AddressFacts } from '../../../contract/place.ts'
import type { Locale } from '../../../contract/text.ts'
import type { Comparison } from '../../text/places.ts'
import type { Home, Problem, Request, ToolAnswer } from './answers.ts'
import type { Listed } from './ask.ts'

/** The requester, as `/api/ip/json` answers. */
export interface Visitor extends AddressFacts {
  readonly ipVersion: 4 | 6
  readonly dataDate: string
  readonly scope: string
}

/** Additions of a vendor to the page, from the file of `--theme`. */
export interface Theme {
  readonly name: string
  /** A data: URL. */
  readonly logo: string | null
  readonly links: readonly { readonly text: string; readonly url: string }[]
}

/** Everything that the document shows before its script sends requests. */
export interface PageState {
  readonly locale: Locale
  readonly visitor: Visitor
  readonly tools: readonly Listed[]
  /** The sources of data whose licences ask for a credit. */
  readonly credits: readonly { readonly attribution: string; readonly url: string | null }[]
  readonly theme: Theme | null
  /** Other origins of this server, which may be reached over the other family of addresses. */
  readonly origins: readonly string[]
  /** The other places that the page may ask, the name of this one, and how the answers of each tool are compared that they may be asked for. */
  readonly places: {
    readonly name: string
    readonly others: readonly { readonly name: string; readonly url: string }[]
    readonly by: Readonly<Record<string, Comparison>>
  } | null
  /** A tool that the address of the page asks to run, and how that ended. */
  readonly asked: {
    readonly tool: string
    readonly request: Request
    readonly answer: ToolAnswer | null
    readonly problem: Problem | null
  } | null
  /** Whether this server is in the visitor's network, and so cannot look from outside. */
  readonly isAtHome: boolean
  readonly version: string
}

interface Typed {
  readonly home: Partial<Home>
  set(field: keyof Home, value: string): void
}

/** The facts of a home that were typed since the request, kept where the next one is sent. */
export const TypedHome = createContext<Typed>({ home: {}, set() {} })

/** The other places that the visitor's browser may ask; null if there are none. */
export const OtherPlaces = createContext<PageState['places']>(null)
