// The line of whoever asks, of which nothing is known but the address.
import type { Locale } from '../../../src/contract/text.ts'
import { type Advising, adviseIssuance } from '../../../src/issuance/advice.ts'
import type { Facts } from '../../../src/issuance/facts.ts'
import { METHODS, type Method } from '../../../src/issuance/fields.ts'
import { judgeIssuance } from '../../../src/issuance/judge.ts'
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

/** Changes to what is advised on: by default all methods, in English, for a name and a line of which nothing else is known. */
export type Advised = Partial<Advising> & { readonly methods?: readonly Method[] }

export function advise(facts: Facts, { methods = METHODS, ...more }: Advised = {}) {
  const unknown = { provider: null, service: null, line: lineOf(facts), locale: 'en' } as const
  return adviseIssuance({ facts, judgement: judgeIssuance(facts, methods), ...unknown, ...more })
}
