/** Quotes a text for a shell: between single quotes nothing is changed. */
function quoted(text: string): string {
  return /^[\w.:/@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Returns the request as curl sends it to this server. */
export function curlLine(tool: string, request: Readonly<Record<string, unknown>>): string {
  const url = new URL(`api/tools/${tool}`, document.baseURI).href
  return `curl -s ${quoted(url)} --json ${quoted(JSON.stringify(request))}`
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
