// Runs before `bun src/main.ts` (bunfig.toml): a tool file that was just added is served at once, under --watch without a restart by hand.
import { watch } from 'node:fs'
import { TOOLS_DIR, writeManifest } from './discover.ts'

writeManifest()
if (process.execArgv.includes('--watch')) watch(TOOLS_DIR, changed).unref()

/**
 * Bun restarts when a file that it has read changes. A file that is added or deleted may not be imported yet, or its import may
 * have failed. So the manifest, which Bun has read, is then written even if nothing in it changes. This happens at once, because
 * timers do not run while Bun waits for a file to be fixed.
 */
function changed(event: string, name: string | null): void {
  const comesOrGoes = event === 'rename' && /^[^.].*\.ts$/.test(name ?? '')
  writeManifest(comesOrGoes)
}
