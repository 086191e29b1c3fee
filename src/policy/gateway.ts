import type { Address } from './address.ts'
import { classify } from './classify.ts'

/** The next hop of this computer towards the internet, as its routing table names it. */
interface Route {
  readonly gateway: Address
  /** The interface that it is behind: link-local addresses mean nothing without it. */
  readonly interface: string
  readonly own: Address
}

const MINT = Symbol('admitted')
/** The address at which clouds tell a machine its secrets. */
const METADATA = '169.254.169.254'

/** The default gateway of this computer: the only box that may be asked about a home network. Only `admitGateway` makes one. */
export class Gateway {
  /** A brand that no lookalike has, neither to the compiler nor at run time. */
  readonly #isMinted = true

  constructor(
    mint: typeof MINT,
    readonly address: Address,
    readonly interface_: string,
    readonly own: Address,
  ) {
    if (mint !== MINT) throw new Error('only the policy makes gateways')
    Object.freeze(this)
  }

  /** The address as sockets take it, with its zone where it needs one. */
  get host(): string {
    return zoned(this.address, this.interface_)
  }

  /** The own address, as sockets take it to be bound to. */
  get ownHost(): string {
    return zoned(this.own, this.interface_)
  }

  /** Throws for anything created elsewhere: code that was never type-checked may pass in anything. */
  static assert(given: Gateway): void {
    if (typeof given !== 'object' || given === null || !(#isMinted in given))
      throw new Error('only the gateway of the policy is asked')
  }

  static {
    Object.freeze(Gateway)
    Object.freeze(Gateway.prototype)
  }
}

/** Returns the gateway of a route; null if it is not another machine: this one, a group, or an address that means something else. */
export function admitGateway({ gateway, interface: name, own }: Route): Gateway | null {
  const isOther = gateway.version === own.version && gateway.text !== own.text && gateway.text !== METADATA
  return isOther && isMachine(gateway) && isMachine(own) ? new Gateway(MINT, gateway, name, own) : null
}

/** Returns whether an address can be that of a machine on a link. */
export function isMachine(address: Address): boolean {
  const { scope } = classify(address)
  if (scope === 'loopback') return false
  const [first = 0] = address.words
  // 0/8, and groups and the rest above 224/4; ::/8 and ff00::/8.
  const top = first >>> 24
  return address.version === 4 ? top > 0 && top < 224 : top > 0 && top < 0xff
}

/** Returns whether everybody on the internet could send to an address. */
export function isPublic(address: Address): boolean {
  return classify(address).scope === 'public'
}

function zoned({ version, words: [first = 0], text }: Address, name: string): string {
  const isLinkLocal = version === 6 && first >>> 22 === 0xfe80 >>> 6
  return isLinkLocal ? `${text}%${name}` : text
}
