/** Is told how much of something is done, from 0 to 1. */
export type Progress = (share: number) => void

export const UNWATCHED: Progress = () => {}

/** Returns the progress of a part of something, which takes it from one share to another. */
export function within(progress: Progress, from: number, to: number): Progress {
  return (share) => progress(from + share * (to - from))
}

/** Millions of steps are told of now and then. */
const STEPS_UNTOLD = 0x1_ffff

/** Counts steps of which about this many are to come. */
export function counted(progress: Progress, steps: number): () => void {
  let done = 0
  return () => {
    if ((++done & STEPS_UNTOLD) === 0) progress(Math.min(1, done / steps))
  }
}
