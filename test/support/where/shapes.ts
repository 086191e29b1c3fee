/** Streets from the server to the devices of a home: the routers in a row, and the networks behind the public address. */

/** The machines of a street, from the server outwards. The first whose network further on is private owns the public address. */
export interface Shape {
  readonly machines: readonly string[]
  /** The private networks, from the public address inwards, each as its first three decimals; none if the device itself is public. */
  readonly inside: readonly string[]
  /** The machine that asks. */
  readonly asker: string
  /** A second way around a router, so that packets take paths of two lengths by their ports. */
  readonly shortcut?: { readonly from: string; readonly to: string }
  /** The delay of the server's link, each way. */
  readonly delayMs?: number
  /** The first two decimals of its public addresses. By default they are of a range for measurements, which some routers take for private. */
  readonly outside?: string
}

const OUTSIDE = '198.18'
const FAR = Array.from({ length: 11 }, (_, index) => `r${index + 1}`)

export const SHAPES = {
  /** A home with one router, three hops away. */
  single: { machines: ['r1', 'r2', 'home', 'dev'], inside: ['192.168.1'], asker: 'dev' },
  double: { machines: ['r1', 'r2', 'home', 'inner', 'dev'], inside: ['192.168.1', '192.168.2'], asker: 'dev' },
  /** The provider translates as well: "home" is its box, "inner" the router at home. */
  carrier: { machines: ['r1', 'r2', 'home', 'inner', 'dev'], inside: ['100.64.0', '192.168.1'], asker: 'dev' },
  /** Two routers at home behind a box of the provider that translates. */
  triple: {
    machines: ['r1', 'r2', 'home', 'middle', 'inner', 'dev'],
    inside: ['100.64.0', '192.168.2', '192.168.1'],
    asker: 'dev',
  },
  /** The same at a provider that numbers its customers like homes. */
  tens: { machines: ['r1', 'r2', 'home', 'inner', 'dev'], inside: ['10.77.0', '192.168.1'], asker: 'dev' },
  /** The device runs containers on a network of their own, and forwards to them. */
  containers: { machines: ['r1', 'r2', 'home', 'dev', 'box'], inside: ['192.168.1', '172.17.0'], asker: 'dev' },
  /** The computer is itself in a container, at home or behind a carrier. */
  container: { machines: ['r1', 'r2', 'home', 'inner', 'dev'], inside: ['192.168.1', '172.17.0'], asker: 'dev' },
  contained: {
    machines: ['r1', 'r2', 'home', 'middle', 'inner', 'dev'],
    inside: ['100.64.0', '192.168.1', '172.17.0'],
    asker: 'dev',
  },
  far: { machines: [...FAR, 'home', 'dev'], inside: ['192.168.1'], asker: 'dev' },
  ecmp: { machines: ['r1', 'r2', 'r3', 'home', 'dev'], inside: ['192.168.1'], asker: 'dev', shortcut: { from: 'r1', to: 'r3' } },
  twin: { machines: ['r1', 'r2', 'home', 'dev'], inside: ['192.168.1'], asker: 'dev', shortcut: { from: 'r1', to: 'r2' } },
  /** Far away in time, as over a satellite. */
  slow: { machines: ['r1', 'r2', 'home', 'dev'], inside: ['192.168.1'], asker: 'dev', delayMs: 300 },
  /** A machine with a public address of its own. */
  bare: { machines: ['r1', 'r2', 'dev'], inside: [], asker: 'dev' },
} as const satisfies Record<string, Shape>
export type ShapeName = keyof typeof SHAPES

/** Returns the place of the public address in a street: the number of hops to it. */
export const distanceOf = ({ machines, inside }: Shape): number => machines.length - inside.length

/** Returns the addresses of the two ends of a link of a street; the link at 0 is that of the server. */
export function linkOf(street: number, shape: Shape, link: number): { near4: string; far4: string; near6: string; far6: string } {
  const inner = shape.inside[link - distanceOf(shape)]
  const net4 = inner ?? `${shape.outside ?? OUTSIDE}.${street * 16 + link}`
  // No group is zero, so that these are written as addresses are.
  const net6 = `2001:db8:${(street + 1).toString(16)}:${(link + 1).toString(16)}:`
  const isLast = shape.machines[link] === 'dev' && inner !== undefined
  const host = isLast ? '10' : '2'
  return { near4: `${net4}.1`, far4: `${net4}.${host}`, near6: `${net6}:1`, far6: `${net6}:${host}` }
}

/** Returns the ranges in which all public addresses of a street lie. */
export function rangesOf(street: number, { outside = OUTSIDE }: Shape): { range4: string; range6: string } {
  return { range4: `${outside}.${street * 16}.0/20`, range6: `2001:db8:${(street + 1).toString(16)}::/48` }
}

/** Returns the address by which a hop of the provider names itself to the server. */
export function addressAfter(street: number, shape: Shape, hop: number, family: 4 | 6): string {
  const { far4, far6 } = linkOf(street, shape, hop - 1)
  return family === 4 ? far4 : far6
}
