import { Refusal } from '../../../../src/contract/problem.ts'

/** What reading is refused with; fails where it is not. */
export function refused(read: () => unknown): Refusal {
  try {
    read()
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown
    throw thrown
  }
  throw new Error('was taken')
}
