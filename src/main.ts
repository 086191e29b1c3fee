import { writeSync } from 'node:fs'
import { EXIT_USAGE, print, STDERR } from './faces/cli/output.ts'
import { printedError, runCommandLine } from './faces/cli/verbs.ts'
import { takeRole } from './server/workers/role.ts'

/** Whether this runs under `npm run dev`. */
const IS_WATCHED = process.execArgv.includes('--watch')

void main(Bun.argv.slice(2))

async function main(args: readonly string[]): Promise<void> {
  try {
    const role = takeRole(process.env)
    const printed = await runCommandLine(args, {
      environment: process.env,
      async start(settings) {
        // Loaded only for a server, so that no other command waits for it.
        const { start } = await import('./server/start.ts')
        await start(settings, args, role)
      },
    })
    if (printed) print(printed)
  } catch (error) {
    const { code, err } = printedError(error, args, process.env)
    writeSync(STDERR, isOfSource(error) ? `${Bun.inspect(error)}\n` : err)
    // The watcher is in this process: it waits until the file is fixed, then restarts.
    if (IS_WATCHED && code !== EXIT_USAGE) return
    process.exit(code)
  }
}

/** Returns whether a file of the checkout cannot be compiled: the runtime shows each line that is wrong. */
function isOfSource(error: unknown): boolean {
  return error instanceof AggregateError || error instanceof BuildMessage || error instanceof ResolveMessage
}
