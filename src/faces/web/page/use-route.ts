import { useEffect, useState } from 'preact/hooks'

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
export function useRoute(initial: Route): Route {
  const [route, setRoute] = useState(initial)
  useEffect(() => {
    const changed = () => setRoute(routeIn(location.hash))
    if (location.hash !== '') changed()
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  return route
}

/** Returns the fields of a request in a link. */
export function linkTo(tool: string, request: Readonly<Record<string, unknown>>): string {
  const values = Object.entries(request).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  const query = new URLSearchParams(values).toString()
  return `#${tool}${query === '' ? '' : `?${query}`}`
}
