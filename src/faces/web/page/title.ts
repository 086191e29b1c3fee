import { useEffect } from 'preact/hooks'

/** Fields that say what a request is about, the most telling first. */
const ABOUT = ['host', 'hostname', 'domain', 'target', 'url', 'ip', 'useCase', 'port', 'routerBrand'] as const

/** Names a view in tabs, in the history and to screen readers. A document of an earlier visit may be shown by somebody else: it has no address of the reader. */
export function useTitle(view: string | null, request: Readonly<Record<string, unknown>> = {}, own = ''): void {
  const about = ABOUT.map((field) => request[field]).find((value) => value !== undefined && value !== own)
  const named = about === undefined ? view : `${view}: ${about}`
  useEffect(() => {
    if (named !== null) document.title = titleOf(named, siteName())
  }, [named])
}

export function titleOf(view: string, site: string): string {
  return `${view} · ${site}`
}

function siteName(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? 'doorstep'
}
