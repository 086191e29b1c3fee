import { Refusal } from '../../../../src/contract/problem.ts'

/** Returns the refusal of reading; fails if there is none. */
export function refused(read: () => unknown): Refusal {
  try {
    read()
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown
    throw thrown
  }
  throw new Error('was taken')
}
