import { createContext } from 'preact'
import type { PageState } from './state.ts'

/** The other places that the visitor's browser may ask; null if there are none. */
export const OtherPlaces = createContext<PageState['places']>(null)
