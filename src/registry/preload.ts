// Runs before `bun src/main.ts` (bunfig.toml): a tool file that was just added is served at once, under --watch without a word.
import { watch } from 'node:fs'
import { TOOLS_DIR, writeManifest } from './discover.ts'

writeManifest()
// A new file is in no import yet; the manifest that names it is, so Bun starts again.
if (process.execArgv.includes('--watch')) watch(TOOLS_DIR, writeManifest).unref()
