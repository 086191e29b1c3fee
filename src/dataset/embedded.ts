import { type DatabaseId, embeddedBytes, embeddedDataset } from '../ipdata/embedded.ts'
import type { Built } from './build.ts'

/** Returns the embedded data as they are, with their description. The build of the embedded data cannot load this. */
export function embeddedAsBuilt(id: DatabaseId): Built {
  const dataset = embeddedDataset(id)
  return { bytes: embeddedBytes(id).bytes, dataset: { ...dataset, id, records: dataset.records ?? 0 } }
}
