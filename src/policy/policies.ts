/**
 * What a tool may reach, as data: the mount reads it, `GET /api/tools` shows it. Fields are those of the body.
 * `offline` reaches nothing. `public-ip` takes one public address. `dns-name` asks name servers about a name and connects to nobody
 * else; `requester-and-name` does that for a requester who has a public address. `requester` reaches the requester alone.
 * `public-host` reaches a host, at the port in a field or else at its usual one; what a name that has no address means is for the tool
 * to say if it is a "finding". `public-url` reaches the host of a URL at its port.
 */
export type Policy<Field extends string = string> =
  | { kind: 'offline' }
  | { kind: 'public-ip'; field: Field }
  | { kind: 'dns-name'; field: Field }
  | { kind: 'requester-and-name'; field: Field }
  | { kind: 'requester' }
  | { kind: 'public-host'; field: Field; port: string | null; usualPort: number | null; unresolved: 'refused' | 'finding' }
  | { kind: 'public-url'; field: Field }

export const offline = { kind: 'offline' } as const
export const requester = { kind: 'requester' } as const

export function publicIp<const Field extends string>(field: Field): { kind: 'public-ip'; field: Field } {
  return { kind: 'public-ip', field }
}

export function dnsName<const Field extends string>(field: Field): { kind: 'dns-name'; field: Field } {
  return { kind: 'dns-name', field }
}

export function requesterAndName<const Field extends string>(field: Field): { kind: 'requester-and-name'; field: Field } {
  return { kind: 'requester-and-name', field }
}

export function publicHost<const Field extends string>(
  field: Field,
  {
    port = null,
    usualPort = null,
    unresolved = 'refused',
  }: { port?: string | null; usualPort?: number | null; unresolved?: 'refused' | 'finding' } = {},
): { kind: 'public-host'; field: Field; port: string | null; usualPort: number | null; unresolved: 'refused' | 'finding' } {
  return { kind: 'public-host', field, port, usualPort, unresolved }
}

export function publicUrl<const Field extends string>(field: Field): { kind: 'public-url'; field: Field } {
  return { kind: 'public-url', field }
}
