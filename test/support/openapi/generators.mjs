// Makers of clients at work. They need the JavaScript API of a compiler, which TypeScript 7 does not have: an older one stands in for it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ts } from '@ts-morph/common'

Bun.plugin({
  name: 'compiler',
  setup: (build) => build.module('typescript', () => ({ exports: { ...ts, default: ts }, loader: 'object' })),
})
const [documentPath = '', folder = ''] = process.argv.slice(2)
const [{ astToString, default: typesOf }, { createClient }] = [
  await import('openapi-typescript'),
  await import('@hey-api/openapi-ts'),
]
await Bun.write(join(folder, 'paths.ts'), astToString(await typesOf(readFileSync(documentPath, 'utf8'))))
await createClient({ input: documentPath, output: join(folder, 'hey'), logs: { level: 'silent' } })
