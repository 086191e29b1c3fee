import { createContext } from 'preact'
import type { PageState } from './state.ts'

/** Fields of the router's card, as typed. */
export interface Home {
  readonly routerBrand: string
  readonly internalIp: string
  /** Internet address that the router shows. */
  readonly routerWanIp: string
}

interface Typed {
  readonly home: Partial<Home>
  set(field: keyof Home, value: string): void
}

/** The facts of a home that were typed since the request, kept where the next one is sent. */
export const TypedHome = createContext<Typed>({ home: {}, set() {} })

/** The other places that the visitor's browser may ask; null if there are none. */
export const OtherPlaces = createContext<PageState['places']>(null)
