/** Is told how much of something is done, from 0 to 1. */
export type Progress = (share: number) => void

export const UNWATCHED: Progress = () => {}

/** Maps the progress of a part to its share of the whole. */
export function within(progress: Progress, from: number, to: number): Progress {
  return (share) => progress(from + share * (to - from))
}

/** Millions of steps are told of now and then. */
const STEPS_UNTOLD = 0x1_ffff

/** Counts steps; about this many are expected. */
export function counted(progress: Progress, steps: number): () => void {
  let done = 0
  return () => {
    if ((++done & STEPS_UNTOLD) === 0) progress(Math.min(1, done / steps))
  }
}
