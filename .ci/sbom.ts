#!/usr/bin/env bun
/** Writes the list of all parts (SBOM) as a build does, without compiling anything: to `dist/doorstep.cdx.json`, or to the file that is named. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { inventory, ROOT } from './release/inventory.ts'
import { SBOM_FILE, sbomOf } from './release/sbom.ts'

const [named = join(ROOT, 'dist', SBOM_FILE)] = process.argv.slice(2)
const path = resolve(named)

mkdirSync(dirname(path), { recursive: true })
writeFileSync(path, sbomOf(await inventory(), []))
console.log(path)
