import { useEffect, useState } from 'preact/hooks'
import type { Locale } from '../../../contract/text.ts'

/** View of the page: the part of the address after `#`, and the query behind its `?`. */
export interface Route {
  readonly name: string
  /** The place in a long view: "ping" in `#api/ping`. */
  readonly part?: string | undefined
  readonly values: URLSearchParams
}

export const HOME: Route = { name: '', values: new URLSearchParams() }

export function routeIn(hash: string): Route {
  const [view = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s)
  const [name = '', part] = view.split('/')
  return { name, part, values: new URLSearchParams(query) }
}

/** Follows the address. The document does not know the part behind `#`, so `initial` is drawn first. */
export function useRoute(initial: Route): [Route, (route: Route) => void] {
  const [route, setRoute] = useState(initial)
  useEffect(() => {
    // The address may have been changed again since.
    const changed = ({ newURL }: HashChangeEvent) => setRoute(routeIn(new URL(newURL).hash))
    if (location.hash !== '') setRoute(routeIn(location.hash))
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  return [route, setRoute]
}

/**
 * Puts a link into the address of what is shown already: no entry of the history is added. A request that the document ran itself is no
 * longer the one that is shown, so it goes from the address.
 */
export function nameInAddress(link: string, locale: Locale): void {
  history.replaceState(null, '', location.search === '' ? link : `?lang=${locale}${link}`)
}

export function paramsOf(request: Readonly<Record<string, unknown>>): URLSearchParams {
  const values = Object.entries(request).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  return new URLSearchParams(values)
}

export function linkTo(tool: string, request: Readonly<Record<string, unknown>>): string {
  const query = paramsOf(request).toString()
  return `#${tool}${query === '' ? '' : `?${query}`}`
}

/** Fields that say what a request is about, the most telling first. */
const ABOUT = ['host', 'hostname', 'domain', 'target', 'url', 'ip', 'useCase', 'port', 'routerBrand'] as const

/** Names a view in tabs, in the history and to screen readers. A document of an earlier visit may be shown by somebody else: it has no address of the reader. */
export function useTitle(view: string | null, request: Readonly<Record<string, unknown>> = {}, own = ''): void {
  const about = ABOUT.map((field) => request[field]).find((value) => value !== undefined && value !== own)
  const named = about === undefined ? view : `${view}: ${about}`
  useEffect(() => {
    const site = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? 'doorstep'
    if (named !== null) document.title = titleOf(named, site)
  }, [named])
}

export function titleOf(view: string, site: string): string {
  return `${view} · ${site}`
}
