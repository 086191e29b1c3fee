import { createContext } from 'preact'
import type { AddressFacts } from '../../../contract/place.ts'
import type { Locale } from '../../../contract/text.ts'
import type { Comparison } from '../../text/places.ts'
import type { Home, Problem, ToolAnswer } from './answers.ts'

/** The requester, as `/api/ip/json` answers. */
export interface Visitor extends AddressFacts {
  readonly ipVersion: 4 | 6
  readonly dataDate: string
  readonly scope: string
}

/** A tool in the list. */
export interface Listed {
  readonly name: string
  readonly title: string
  readonly group: string
  /** The heading of a group that is the tool's own. */
  readonly groupTitle?: string
  readonly summary: string
}

/** A source of data whose licence asks for a credit. */
export interface Credit {
  readonly attribution: string
  readonly url: string | null
}

/** Additions of a vendor to the page, from the file of `--theme`. */
export interface Theme {
  readonly name: string
  /** A data: URL. */
  readonly logo: string | null
  readonly links: readonly { readonly text: string; readonly url: string }[]
}

/** A tool that the address of the page asks to run, and how that ended. */
export interface LinkedRun {
  readonly tool: string
  readonly request: Readonly<Record<string, unknown>>
  readonly answer: ToolAnswer | null
  readonly problem: Problem | null
}

/** The other places that the page may ask. */
interface Places {
  /** The name of this one. */
  readonly name: string
  readonly others: readonly { readonly name: string; readonly url: string }[]
  /** The way in which answers of a tool are compared, by the name of each that they may be asked for. */
  readonly by: Readonly<Record<string, Comparison>>
}

/** Everything that the document shows before its script sends requests. */
export interface PageState {
  readonly locale: Locale
  readonly visitor: Visitor
  readonly tools: readonly Listed[]
  readonly credits: readonly Credit[]
  readonly theme: Theme | null
  /** Other origins of this server, which may be reached over the other family of addresses. */
  readonly origins: readonly string[]
  readonly places: Places | null
  readonly asked: LinkedRun | null
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
