/** The folder of the modules of a compiled file. */
const COMPILED_ROOT = /^(?:\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/

/** Returns whether this process runs from one compiled file, whose parts were checked when it was built. */
export function isCompiled(): boolean {
  return COMPILED_ROOT.test(Bun.main)
}

/** Returns the beginning of a command line for this doorstep, as a person types it: in a checkout there is no file of that name. */
export function ownCommand(): string {
  return isCompiled() ? 'doorstep' : 'node_modules/.bin/bun src/main.ts'
}
