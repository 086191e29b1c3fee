/** Quotes a text for a shell: between single quotes nothing is changed. */
function quoted(text: string): string {
  return /^[\w.:/@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Returns the request as curl sends it to this server: as a query, unless it has lists or objects. */
export function curlLine(tool: string, request: Readonly<Record<string, unknown>>): string {
  const url = new URL(`api/tools/${tool}`, document.baseURI)
  const fields = Object.entries(request)
  if (fields.some(([, value]) => typeof value === 'object'))
    return `curl -s ${quoted(url.href)} --json ${quoted(JSON.stringify(request))}`
  for (const [field, value] of fields) url.searchParams.set(field, String(value))
  return `curl -s ${quoted(url.href)}`
}

/** Returns the request as the executable takes it. */
export function commandLine(tool: string, request: Readonly<Record<string, unknown>>): string {
  const flags = Object.entries(request).map(([field, value]) => {
    const text = isWords(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value)
    return ` --${field} ${quoted(text)}`
  })
  return `doorstep ${tool}${flags.join('')}`
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string' && /^\w[\w.-]*$/.test(word))
}
