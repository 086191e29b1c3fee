/** The parts as CycloneDX 1.6 (ECMA-424). Without a time or a serial number: equal sources give equal bytes. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './inventory.ts'
import { identifiersOf } from './licences.ts'
import type { Part } from './runtime-parts.ts'

export const SBOM_FILE = 'doorstep.cdx.json'

const TYPES = { own: 'application', package: 'library', runtime: 'platform', 'runtime-part': 'library', data: 'data' } as const

/** A release file, by its name and SHA-256. */
export interface ReleaseFile {
  readonly name: string
  readonly sha256: string
}

export function sbomOf(parts: readonly Part[], files: readonly ReleaseFile[]): string {
  const [own, ...others] = parts
  if (own?.kind !== 'own') throw new Error('the first part is not doorstep itself')
  const byName = new Map(parts.map((part) => [part.name, referenceOf(part)]))
  const references = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? []).sort()
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: { ...componentOf(own), ...(files.length > 0 ? { components: files.map(fileComponent) } : {}) },
    },
    components: others.map(componentOf),
    dependencies: parts.map((part) => ({ ref: referenceOf(part), dependsOn: references(part.uses) })),
    // The list is complete, but parts of the runtime may have parts of their own.
    compositions: [{ aggregate: 'incomplete', assemblies: [referenceOf(own)] }],
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}

function componentOf(part: Part) {
  const { kind, name, version, licence, source, remark, sha256 } = part
  return {
    type: TYPES[kind],
    'bom-ref': referenceOf(part),
    name,
    ...(version === null ? {} : { version }),
    ...(remark === null ? {} : { description: remark }),
    ...(sha256 === null ? {} : { hashes: [{ alg: 'SHA-256', content: sha256 }] }),
    licenses: licencesOf(licence),
    ...(kind === 'package' || kind === 'runtime' ? { purl: purlOf(name, version) } : {}),
    ...(source === null ? {} : { externalReferences: [{ type: kind === 'data' ? 'website' : 'vcs', url: source }] }),
    ...(kind === 'package' ? { properties: [{ name: 'npm:integrity', value: integrityOf(name) }] } : {}),
  }
}

function licencesOf(licence: string | null) {
  if (licence === null) return [{ license: { name: 'not known', acknowledgement: 'declared' } }]
  if (identifiersOf(licence).length === 1) return [{ license: { id: licence, acknowledgement: 'declared' } }]
  return [{ expression: licence, acknowledgement: 'declared' }]
}

function fileComponent({ name, sha256 }: ReleaseFile) {
  return { type: 'file', 'bom-ref': `file:${name}`, name, hashes: [{ alg: 'SHA-256', content: sha256 }] }
}

function referenceOf({ kind, name, version }: Part): string {
  return kind === 'package' || kind === 'runtime' ? purlOf(name, version) : `${kind}:${name}`
}

/** Returns the purl of a package; the runtime is also one of npm. */
function purlOf(name: string, version: string | null): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** Returns the digest of the package's archive, as the lock file states it. */
function integrityOf(name: string): string {
  const lock: { packages: Record<string, { integrity?: string }> } = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  )
  const integrity = lock.packages[`node_modules/${name}`]?.integrity
  if (!integrity) throw new Error(`package-lock.json has no integrity of ${name}`)
  return integrity
}

export function sha256Of(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
