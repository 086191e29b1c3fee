// Runs before `bun src/main.ts` (bunfig.toml): a tool file that was just added is served at once, under --watch without a word.
import { watch } from 'node:fs'
import { TOOLS_DIR, writeManifest } from './discover.ts'

writeManifest()
if (process.execArgv.includes('--watch')) watch(TOOLS_DIR, changed).unref()

/**
 * Bun starts again when a file that it has read changes. One that comes or goes may be in no import yet, or in one that found
 * nothing: the manifest, which Bun has read, is written then, though it may stay as it was. At once, since no timer runs while
 * Bun waits for a file to be mended.
 */
function changed(event: string, name: string | null): void {
  const comesOrGoes = event === 'rename' && /^[^.].*\.ts$/.test(name ?? '')
  writeManifest(comesOrGoes)
}
