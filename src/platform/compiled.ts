/** Where the modules of a compiled file are. */
const COMPILED_ROOT = /^(?:\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/

/** Returns whether this process runs from one compiled file, whose parts have been checked when it was built. */
export function isCompiled(): boolean {
  return COMPILED_ROOT.test(Bun.main)
}

/** What a command line of this very doorstep begins with, as somebody types it: in a checkout there is no file of that name. */
export function ownCommand(): string {
  return isCompiled() ? 'doorstep' : 'node_modules/.bin/bun src/main.ts'
}
