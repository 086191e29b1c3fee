import { createContext } from 'preact'

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

/** What was typed of the home since the request, kept by whoever sends the next one. */
export const TypedHome = createContext<Typed>({ home: {}, set() {} })
