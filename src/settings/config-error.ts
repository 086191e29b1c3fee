import { type Both, both, Misfit } from '../platform/misfit.ts'

export { type Both, both, Misfit, saidBy, saidOf } from '../platform/misfit.ts'

/** A setting that cannot be used. The message is the one line that the operator reads. */
export class ConfigError extends Misfit {
  constructor({ en, ko }: Both) {
    super(en, ko)
  }

  /** Returns the error of a flag, from what is wrong with its value. */
  static of(flag: string, { en, ko }: Both): ConfigError {
    return new ConfigError(both(`--${flag}: ${en}`, `--${flag}: ${ko}`))
  }
}
