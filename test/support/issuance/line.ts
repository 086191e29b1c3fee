// The line of whoever asks, of which nothing is known but the address.
import type { Locale } from '../../../src/contract/text.ts'
import type { Facts } from '../../../src/issuance/facts.ts'
import { type OwnLine, ownLineOf } from '../../../src/issuance/own-line.ts'
import { parseAddress } from '../../../src/policy/address.ts'
import { embeddedCatalogue } from '../../../src/router/catalogue/load.ts'

const catalogue = embeddedCatalogue()
const ipdata = { network: () => ({ asn: null, organization: null }) }

export function lineOf(facts: Facts, requester: string | null = null, locale: Locale = 'en'): OwnLine {
  // A seam: a line asks for no more of its caller and of the data than this.
  const asked = { caller: { requester: requester && parseAddress(requester) }, ipdata, catalogue, locale }
  return ownLineOf(facts, asked as unknown as Parameters<typeof ownLineOf>[1])
}
