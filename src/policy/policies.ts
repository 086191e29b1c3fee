/**
 * What a tool may reach, as data: the mount reads it, `GET /api/tools` shows it.
 * `offline` reaches nothing; `public-ip` takes one public address from a field of the body; `dns-name` asks name servers about
 * the name in a field and connects to nobody else; `requester-and-name` does that for a requester who has a public address.
 */
export type Policy<Field extends string = string> =
  | { kind: 'offline' }
  | { kind: 'public-ip'; field: Field }
  | { kind: 'dns-name'; field: Field }
  | { kind: 'requester-and-name'; field: Field }

export const offline = { kind: 'offline' } as const

export function publicIp<const Field extends string>(field: Field): { kind: 'public-ip'; field: Field } {
  return { kind: 'public-ip', field }
}

export function dnsName<const Field extends string>(field: Field): { kind: 'dns-name'; field: Field } {
  return { kind: 'dns-name', field }
}

export function requesterAndName<const Field extends string>(field: Field): { kind: 'requester-and-name'; field: Field } {
  return { kind: 'requester-and-name', field }
}
