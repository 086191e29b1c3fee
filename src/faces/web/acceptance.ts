import Negotiator from 'negotiator'

/** Whether a browser asks: whatever names HTML and does not like plain text better. `*` for both gets the address. */
export function wantsPage(accept: string | null): boolean {
  if (accept === null || !accept.includes('html')) return false
  const types = new Negotiator({ headers: { accept } }).mediaTypes(['text/plain', 'text/html', 'application/xhtml+xml'])
  return types[0] !== undefined && types[0] !== 'text/plain'
}

/** Whether a program asks for JSON rather than for plain text. `*` for both does not. */
export function wantsJson(accept: string | null): boolean {
  if (accept === null || !accept.includes('json')) return false
  return new Negotiator({ headers: { accept } }).mediaType(['text/plain', 'application/json']) === 'application/json'
}

/** Whether the client already has what carries this tag (RFC 9110, section 13.1.2). */
export function hasAlready(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')
  return (
    known !== null &&
    (known.trim() === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')))
  )
}
