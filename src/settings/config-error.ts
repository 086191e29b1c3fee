import { type Both, Misfit } from '../platform/misfit.ts'

export { type Both, both, Misfit, saidBy, saidOf } from '../platform/misfit.ts'

/** A setting that cannot be used. The message is the one line that the operator reads; without a translation it is English. */
export class ConfigError extends Misfit {
  constructor(said: string | Both) {
    if (typeof said === 'string') super(said, said)
    else super(said.en, said.ko)
  }

  /** Returns the error of a flag, from what is wrong with its value. */
  static of(flag: string, { en, ko }: Both): ConfigError {
    return new ConfigError({ en: `--${flag}: ${en}`, ko: `--${flag}: ${ko}` })
  }
}
