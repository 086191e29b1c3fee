import type { Request } from './answers.ts'
import type { Operation } from './lists.ts'

/** Quotes a text for a shell: between single quotes nothing is changed. */
function quoted(text: string): string {
  return /^[\w.:/@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Returns the request as curl sends it to this server: as a query, unless it has lists or objects. */
export function curlLine(tool: string, request: Request): string {
  const url = new URL(`api/tools/${tool}`, document.baseURI)
  const fields = Object.entries(request)
  if (fields.some(([, value]) => typeof value === 'object'))
    return `curl -s ${quoted(url.href)} --json ${quoted(JSON.stringify(request))}`
  for (const [field, value] of fields) url.searchParams.set(field, String(value))
  return `curl -s ${quoted(url.href)}`
}

/**
 * Returns the request as the executable takes it, without what it takes by itself. What looks at the visitor from outside is asked of this
 * server: nobody can do that at home.
 */
export function commandLine(tool: string, request: Request, operation: Pick<Operation, 'policy' | 'request'> | null): string {
  const usual = (field: string) => JSON.stringify(operation?.request?.properties?.[field]?.default)
  const typed = Object.entries(request).filter(([field, value]) => JSON.stringify(value) !== usual(field))
  const flags = typed.map(([field, value]) => {
    const text = isWords(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value)
    return ` --${field} ${quoted(text)}`
  })
  const server = operation?.policy.kind.startsWith('requester')
    ? ` --server ${quoted(new URL('.', document.baseURI).href.replace(/\/$/, ''))}`
    : ''
  return `doorstep ${tool}${flags.join('')}${server}`
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string' && /^\w[\w.-]*$/.test(word))
}
