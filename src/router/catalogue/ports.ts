/** A range of ports, both ends included. */
export interface Ports {
  readonly first: number
  readonly last: number
}

/** Reads "27015" or "27015-27030", as ports are written in the catalogue. */
export function portsOf(text: string): Ports {
  const [first, last] = text.split('-').map(Number)
  return { first: first ?? 0, last: last ?? first ?? 0 }
}
