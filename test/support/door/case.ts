export interface RawCase {
  readonly name: string
  /** The parts to send, one write for each. */
  readonly send: readonly string[]
  /** The statuses that come back, in order. A bare 400, 413, 431 or 505 is the runtime's. */
  readonly statuses: readonly number[]
  /** Whether the connection ends. */
  readonly closed: boolean
}

/** A path that is only ever inside something else. */
export const SMUGGLED = '/smuggled'
export const HIDDEN = `GET ${SMUGGLED} HTTP/1.1\r\nHost: x\r\n\r\n`
export const BODY = '{"ip":"8.8.8.8"}'
export const JSON_FIELDS = ['Host: x', 'Content-Type: application/json']

export function request(line: string, fields: readonly string[], body = ''): string {
  return `${[line, ...fields].join('\r\n')}\r\n\r\n${body}`
}
export const get = (...fields: string[]) => request('GET /healthz HTTP/1.1', ['Host: x', ...fields])
export const post = (fields: readonly string[], body: string) =>
  request('POST /api/tools/ip-lookup HTTP/1.1', [...JSON_FIELDS, ...fields], body)
export const chunked = (body: string, ...fields: string[]) => post([...fields, 'Transfer-Encoding: chunked'], body)
export const WHOLE = `10\r\n${BODY}\r\n0\r\n\r\n`

export function raw(name: string, send: string | readonly string[], statuses: readonly number[], closed: boolean): RawCase {
  return { name, send: typeof send === 'string' ? [send] : send, statuses, closed }
}
export const refused = (name: string, send: string | readonly string[]) => raw(name, send, [400], true)
