/**
 * What a tool may reach, as data: the run reads it, `GET /api/tools` shows it. Fields are those of the body.
 * `offline` reaches nothing. `public-ip` asks about one public address and sends it nothing. `dns-name` asks name servers about a name
 * and connects to nobody else; `requester-and-name` does that for a requester who has a public address. `requester` connects to the
 * requester alone, at the port in a field. `public-host` sends a host what opens no connection; `public-path` does so, too, and connects
 * to one port where a field has a certain value. `public-service` connects to a host at the port in a field, or else at its usual one;
 * what a name that has no address means is for the tool to say if it is a "finding". `public-url` connects to the host of a URL at its port.
 */
export type Policy<Field extends string = string, PortField extends string = string> =
  | { kind: 'offline' }
  | { kind: 'public-ip'; field: Field }
  | { kind: 'dns-name'; field: Field }
  | { kind: 'requester-and-name'; field: Field }
  | { kind: 'requester'; port: PortField }
  | { kind: 'public-host'; field: Field }
  | { kind: 'public-path'; field: Field; handshakes: Handshakes }
  | { kind: 'public-service'; field: Field; port: PortField; usualPort: number | null; unresolved: Unresolved }
  | { kind: 'public-url'; field: Field }

/** Whether a name without an address is refused, or a finding of the tool. */
export type Unresolved = 'refused' | 'finding'

/** With which value of which field a path is traced with handshakes, and to which port. */
export interface Handshakes {
  field: string
  value: string
  port: number
}

export const offline = { kind: 'offline' } as const

export function requester<const Port extends string>(port: Port): { kind: 'requester'; port: Port } {
  return { kind: 'requester', port }
}

export function publicIp<const Field extends string>(field: Field): { kind: 'public-ip'; field: Field } {
  return { kind: 'public-ip', field }
}

export function dnsName<const Field extends string>(field: Field): { kind: 'dns-name'; field: Field } {
  return { kind: 'dns-name', field }
}

export function requesterAndName<const Field extends string>(field: Field): { kind: 'requester-and-name'; field: Field } {
  return { kind: 'requester-and-name', field }
}

export function publicHost<const Field extends string>(field: Field): { kind: 'public-host'; field: Field } {
  return { kind: 'public-host', field }
}

export function publicPath<const Field extends string>(
  field: Field,
  handshakes: Handshakes,
): { kind: 'public-path'; field: Field; handshakes: Handshakes } {
  return { kind: 'public-path', field, handshakes }
}

export function publicService<const Field extends string, const Port extends string>(
  field: Field,
  port: Port,
  { usualPort = null, unresolved = 'refused' }: { usualPort?: number | null; unresolved?: Unresolved } = {},
): { kind: 'public-service'; field: Field; port: Port; usualPort: number | null; unresolved: Unresolved } {
  return { kind: 'public-service', field, port, usualPort, unresolved }
}

export function publicUrl<const Field extends string>(field: Field): { kind: 'public-url'; field: Field } {
  return { kind: 'public-url', field }
}
