/** Runs a program in place of this process: with its terminal and its signals. Resolves to its exit code. */
export async function handOver(
  command: readonly string[],
  env: Record<string, string | undefined> = process.env,
): Promise<number> {
  const child = Bun.spawn([...command], { stdio: ['inherit', 'inherit', 'inherit'], env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to both.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  return await child.exited
}
