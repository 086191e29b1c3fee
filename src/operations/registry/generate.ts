// Writes the files that are generated from tools/, if they have changed: `npm run generate`; check and test run it first.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ABOUT_OTHERS_PATH, aboutOthersSource, REQUESTS_PATH, requestsSource, saysTheSame, writeManifest } from './discover.ts'
import { toolsOf } from './tools.ts'

writeManifest()
const { manifest } = await import('./manifest.gen.ts')
const tools = toolsOf(manifest)
for (const [path, source] of [
  [REQUESTS_PATH, requestsSource(tools)],
  [ABOUT_OTHERS_PATH, aboutOthersSource(tools)],
] as const) {
  if (existsSync(path) && saysTheSame(readFileSync(path, 'utf8'), source)) continue
  writeFileSync(path, source)
  Bun.spawnSync(['biome', 'check', '--write', path])
}
