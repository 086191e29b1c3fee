// Writes the files that are generated from tools/, if they have changed: `npm run generate`; check and test run it first.
import { readFileSync, writeFileSync } from 'node:fs'
import { writeManifest } from './discover.ts'
import { REQUESTS_PATH, requestsSource, saysTheSame } from './requests.ts'
import { toolsOf } from './tools.ts'

writeManifest()
const { manifest } = await import('./manifest.gen.ts')
const source = requestsSource(toolsOf(manifest))
if (!saysTheSame(readFileSync(REQUESTS_PATH, 'utf8'), source)) {
  writeFileSync(REQUESTS_PATH, source)
  Bun.spawnSync(['biome', 'check', '--write', REQUESTS_PATH])
}
