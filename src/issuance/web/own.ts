import { lookAtOwn, type OnRouters, type Where } from '../../diagnostics/where/index.ts'
import type { Net } from '../../net/index.ts'
import type { Proof } from '../../net/proof/index.ts'
import type { Address } from '../../policy/address.ts'
import { asRequester } from '../../policy/admit.ts'
import type { PublicName } from '../../policy/target.ts'

/** The requester's own address, and the means to look at it closely. */
interface Means {
  readonly target: Pick<PublicName, 'at'>
  readonly net: Pick<Net, 'where' | 'tcp' | 'proofs' | 'dns'>
  readonly routers: OnRouters
  /** Null if no proof is asked for. */
  readonly key: Uint8Array | null
}

/** An address may get 40 packets in two seconds, and a look takes up to 34. */
const APART_MS = 2000

/** Looks at ports of the requester's own address: where packets end, and whether a key proves itself there. */
export class OwnAddress {
  private readonly looks = new Map<number, Promise<Where | null>>()
  private turn: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly address: Address,
    private readonly means: Means,
  ) {}

  /** Looks where packets to a port end, one port soon after the other; null if it is open. */
  look(port: number): Promise<Where | null> {
    const known = this.looks.get(port)
    if (known) return known
    const { net, routers } = this.means
    const endpoint = this.at(port)
    const before = this.turn
    const look = before.then(() => (endpoint ? lookAtOwn(net, { endpoint, requester: this.address }, routers) : null))
    this.turn = Promise.race([look, before.then(() => net.dns.pause(APART_MS))])
    this.looks.set(port, look)
    return look
  }

  /** Asks whoever listens on these ports for a proof. One listens on one port: if that is proven, somebody else on another is no surprise. */
  async prove(ports: readonly number[]): Promise<ReadonlyMap<number, Proof | null>> {
    const { net, key } = this.means
    const asked = ports.map(async (port): Promise<[number, Proof | null]> => {
      const endpoint = key && this.at(port)
      return [port, key && endpoint ? await net.proofs.overTcp(endpoint, key) : null]
    })
    const proofs = await Promise.all(asked)
    const isProven = proofs.some(([, proof]) => proof === 'proven')
    return new Map(proofs.map(([port, proof]) => [port, isProven && proof === 'someone-else' ? null : proof]))
  }

  private at(port: number) {
    const endpoint = this.means.target.at(this.address, port)
    return typeof endpoint === 'string' ? null : asRequester(endpoint, this.address)
  }
}
