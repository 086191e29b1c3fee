// Runs before `bun src/main.ts` (bunfig.toml): a tool file that was just added is served at once.
import { writeManifest } from './discover.ts'

writeManifest()
