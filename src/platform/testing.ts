import { readFileSync } from 'node:fs'

/** The variable in which tests say how they run this program; nobody else sets it. */
export const TESTING_VARIABLE = 'DOORSTEP_TESTING'

/** The most that a test on a busy machine needs. */
const PATIENCE_MAX = 100

/** The ways in which a test may run this program: words of the variable, separated by commas, such as `answers,patience=0.1`. */
interface Testing {
  /** Whether every answer is checked against the schema of its tool. */
  readonly answers: boolean
  /** Whether an address may get any number of packets: on loopback, all tests ask the same one. */
  readonly unlimitedTargets: boolean
  /** The factor by which the server waits longer for others than it otherwise would; below one, less. */
  readonly patience: number
  /** The file in which a test keeps the time of the limits, in milliseconds; null for the clock of the machine. */
  readonly clock: string | null
}

/** Read once: a process does not change it. */
export const TESTING = testingOf(process.env[TESTING_VARIABLE] ?? '')

/** Returns a length of time for which this server waits for somebody else, in the unit in which it was given. */
export function patient(time: number): number {
  return time * TESTING.patience
}

/** Returns the time of the limits in milliseconds, by a clock that never goes back. */
export function limitTime(): number {
  return TESTING.clock === null ? performance.now() : Number(readFileSync(TESTING.clock, 'utf8'))
}

/** Returns whether a value of the variable switches off or shortens what protects a server. */
export function weakens(text: string): boolean {
  const { unlimitedTargets, patience, clock } = testingOf(text)
  return unlimitedTargets || patience !== 1 || clock !== null
}

function testingOf(text: string): Testing {
  const words = text.split(',')
  const named = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1)
  const patience = Number(named('patience'))
  return {
    answers: words.includes('answers'),
    unlimitedTargets: words.includes('targets'),
    patience: patience > 0 && patience <= PATIENCE_MAX ? patience : 1,
    clock: named('clock') ?? null,
  }
}
