import { advise, adviseOnPort } from '../advice/index.ts'
import type { FollowUp } from '../contract/next-action.ts'
import type { Locale } from '../contract/text.ts'
import { named } from '../diagnostics/dns/index.ts'
import { isPrivateAddress } from '../policy/admit.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { blockOf, ddnsServiceOf, factsOf, readHints, serviceOf } from '../router/index.ts'
import type { AddressFacts, Facts } from './facts.ts'
import type { Checking } from './web.ts'

export type OwnLine = ReturnType<typeof ownLineOf>

interface Asked extends Pick<Checking, 'caller' | 'ipdata'> {
  readonly catalogue: Catalogue
  readonly locale: Locale
}

/** Returns the line of whoever asks, as far as a name concerns it, and the advice of every tool on it. */
export function ownLineOf({ subject, addresses }: Facts, { caller, ipdata, catalogue: known, locale }: Asked) {
  const { requester } = caller
  const own = addresses.find(({ isRequester }) => isRequester) ?? null
  const asnOf = (address: AddressFacts['address']) => ipdata.network(address).asn
  const isp = own && readHints({}, known, asnOf(own.address)).isp
  const here = requester && own === null && !isPrivateAddress(requester.text) ? requester : null
  return {
    /** The address that the request came from, where the name leads elsewhere. */
    elsewhere: here?.text ?? null,
    /** The provider of the line that the name leads to; null if that is somebody else's, or nobody is known. */
    provider: isp?.isp.name[locale] ?? null,
    blocks: (port: number) => blockOf(isp?.isp ?? null, port, 'tcp')?.certainty ?? null,
    /** Returns the advice on a port over TCP at an address of the name. */
    adviseOn: ({ address }: Pick<AddressFacts, 'address'>, port: number, seen: Parameters<typeof adviseOnPort>[1]) =>
      adviseOnPort({ address, port, protocol: 'tcp', known, asn: asnOf(address), locale }, seen),
    /** Returns the advice on a name of dynamic DNS, which is for a home, and leads elsewhere; null for any other. */
    adviseOnName(again: FollowUp) {
      const { ascii, unicode: hostname } = subject
      const same = addresses.filter(({ address }) => address.version === here?.version)
      if (!here || same.length === 0 || ddnsServiceOf(ascii, known) === null) return null
      const hints = { ...readHints({}, known, asnOf(here)), service: serviceOf(null, []) }
      const type = here.version === 4 ? 'A' : 'AAAA'
      const values = named(same.map(({ address }) => address.text))
      return advise({
        facts: factsOf(hints, known, here, locale),
        version: here.version,
        ip: here.text,
        asked: null,
        port: 'nobody',
        name: { state: 'elsewhere', ascii, hostname, type, values },
        requests: { again },
      })
    },
  }
}
