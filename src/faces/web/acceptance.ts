import Negotiator from 'negotiator'
import { readable } from '../../contract/header.ts'

/** Returns whether a browser asks: a client that names HTML and does not prefer plain text. `*` for both gets the address. */
export function wantsPage(sent: string | null): boolean {
  const accept = readable(sent)
  if (accept === null || !accept.includes('html')) return false
  const types = new Negotiator({ headers: { accept } }).mediaTypes(['text/plain', 'text/html', 'application/xhtml+xml'])
  return types[0] !== undefined && types[0] !== 'text/plain'
}

/** Returns whether a program asks for JSON rather than for plain text. `*` for both does not. */
export function wantsJson(sent: string | null): boolean {
  const accept = readable(sent)
  if (accept === null || !accept.includes('json')) return false
  return new Negotiator({ headers: { accept } }).mediaType(['text/plain', 'application/json']) === 'application/json'
}
