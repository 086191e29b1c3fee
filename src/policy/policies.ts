/**
 * What a tool may reach, as data: the mount reads it, `GET /api/tools` shows it.
 * `offline` reaches nothing; `public-ip` takes one public address from a field of the body.
 */
export type Policy<Field extends string = string> = { kind: 'offline' } | { kind: 'public-ip'; field: Field }

export const offline = { kind: 'offline' } as const

export function publicIp<const Field extends string>(field: Field): { kind: 'public-ip'; field: Field } {
  return { kind: 'public-ip', field }
}
