import { Misfit, saidOf } from '../platform/misfit.ts'

/** The reason why an update is not made: a sentence for those who asked for it. */
export class UpdateRefusal extends Misfit {
  /** Returns the refusal of a file, from an error. */
  static of(file: string, error: unknown): UpdateRefusal {
    const { en, ko } = saidOf(file, error)
    return new UpdateRefusal(en, ko)
  }
}
