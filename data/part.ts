/** Runs in a worker: builds the range file of one kind. There are several cores, and one of the three takes most of the time. */
import { writeFileSync } from 'node:fs'
import { buildDataset, type Made, type Order } from '../src/dataset/build.ts'

/** A database to build, and the file that it goes to. */
export interface Task {
  readonly order: Order
  readonly path: string
}

export type BuildMessage =
  | { readonly share: number }
  | { readonly failure: string }
  | (Pick<Made, 'dataset' | 'remarks'> & { readonly bytes: number })

self.onmessage = async ({ data: { order, path } }: MessageEvent<Task>) => {
  try {
    const { bytes, dataset, remarks } = await buildDataset(order, (share) => tell({ share }))
    writeFileSync(path, bytes)
    tell({ dataset, remarks, bytes: bytes.length })
  } catch (error) {
    tell({ failure: error instanceof Error ? error.message : String(error) })
  }
}

function tell(told: BuildMessage): void {
  self.postMessage(told)
}
