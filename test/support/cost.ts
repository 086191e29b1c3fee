/** Returns the processor time of a computation, whatever else the machine does. */
export function cpuMsOf(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The processor time of `control` on a machine on which the bounds of tests hold as they stand. */
const CONTROL_MS = 2
const CONTROL_ROWS = Array.from({ length: 2000 }, (_, index) => ({
  ip: `8.8.${index & 255}.1`,
  name: `n${index}`,
  list: [index],
}))

function control(): void {
  for (let turn = 0; turn < 5; turn++) JSON.parse(JSON.stringify(CONTROL_ROWS))
}

/**
 * Returns how much slower than that this machine is now: a control beside a bound on processor time. Never less than one. It takes some
 * 50 ms of it, so it is asked where a bound of its own is not enough.
 */
export const slowness = (): number => Math.max(1, Math.min(...Array.from({ length: 5 }, () => cpuMsOf(control))) / CONTROL_MS)
