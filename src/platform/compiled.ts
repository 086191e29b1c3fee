import { statSync } from 'node:fs'

/** The file names of the C library: glibc, and musl for each architecture. */
export const LIBC_NAMES = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1'] as const

/** The file of this process, even if another file has replaced it at its path. */
const OWN_FILE = '/proc/self/exe'

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

/** Returns the command that runs this same file again, with other arguments. */
export function sameFileWith(args: readonly string[]): string[] {
  if (!isCompiled()) return [process.execPath, ...process.execArgv, Bun.main, ...args]
  const atPath = statSync(process.execPath, { throwIfNoEntry: false })
  const isReplaced = atPath?.ino !== statSync(OWN_FILE, { throwIfNoEntry: false })?.ino
  return [isReplaced ? OWN_FILE : process.execPath, ...args]
}
