import { nextIn } from '../../contract/next-action.ts'
import { refuseIn } from '../../contract/problem.ts'
import { sayIn } from '../../contract/text.ts'
import type { IpData } from '../../ipdata/lookup.ts'
import type { Caller } from '../../policy/caller.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'
import type { NamedTool } from '../registry/tools.ts'
import type { Call } from './call.ts'

export interface OfflineServices {
  readonly ipdata: IpData
  readonly catalogue: () => Promise<Catalogue>
}

/** Returns the nouns that every handler works with. Most handlers take few of them, so each is made only when it is taken. */
export function nounsIn({ text }: NamedTool['tool'], { ipdata, catalogue }: OfflineServices) {
  return class {
    readonly ipdata = ipdata
    readonly catalogue = catalogue
    readonly body: unknown
    readonly caller: Caller
    readonly #call: Call

    constructor(call: Call) {
      this.body = call.body
      this.caller = call.caller
      this.#call = call
    }

    get locale() {
      return this.#call.locale
    }

    get say() {
      return sayIn(text, this.#call.locale)
    }

    get next() {
      return nextIn(text, this.#call.locale)
    }

    get refuse() {
      return refuseIn(text)
    }

    get signal() {
      return this.#call.signal
    }

    get report() {
      const call = this.#call
      return (event: unknown) => call.report?.(event)
    }
  }
}
