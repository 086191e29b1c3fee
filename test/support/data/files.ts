import { test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Built } from '../../../src/dataset/build.ts'
import { type DatabaseId, embeddedDataset } from '../../../src/ipdata/embedded.ts'
import { ROOT } from '../server.ts'
import { bundleOf } from './bundle.ts'

/** Real data of another day: the embedded ones with another description. */
export function dataOf(id: DatabaseId, buildDate: string, changes: Partial<Built['dataset']> = {}): Built {
  return { bytes: readFileSync(join(ROOT, 'data', `${id}.ranges`)), dataset: { ...datasetOf(id, buildDate), ...changes } }
}

/** Describes the embedded data as those of another day. */
export function datasetOf(id: DatabaseId, buildDate: string): Built['dataset'] {
  return { ...embeddedDataset(id), id, records: embeddedDataset(id).records ?? 0, buildDate }
}

/** A folder for files of a test. */
export class DataFiles implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'doorstep-data-'))
  /** The folder into which `doorstep data update` puts data. */
  readonly dir = join(this.folder, 'data')

  file(name: string, content: Buffer | string): string {
    const path = join(this.folder, name)
    writeFileSync(path, content)
    return path
  }

  bundle(name: string, datasets: readonly Built[]): string {
    return this.file(name, bundleOf({ datasets }))
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A test with a folder of its own. */
export const filesTest = (name: string, check: (files: DataFiles) => void | Promise<void>) =>
  test(name, async () => {
    using files = new DataFiles()
    await check(files)
  })
