import { embeddedCatalogue } from './embedded.ts'
import type { Catalogue } from './index.ts'
import { layOver, type Overlay } from './overlay.ts'

/** The catalogue that requests are answered from. */
export interface CatalogueSource {
  /** As it is now. A request that has it keeps it, whatever is read meanwhile. */
  read(): Promise<Catalogue>
  /** What the operator's folder made of it; null without a folder. */
  overlay(): Overlay | null
  /** Reads the folder again, all of it or nothing: throws a CatalogueError where it has mistakes, and what was read before stays. */
  reload(): void
}

/**
 * Without a folder the catalogue is read when somebody first asks; a folder is read and checked at once, and throws a CatalogueError
 * where it does not hold what it should.
 */
export function openCatalogue(folder: string | null): CatalogueSource {
  let ours: Catalogue | null = null
  const embedded = () => {
    ours ??= embeddedCatalogue()
    return ours
  }
  const load = () => (folder === null ? null : layOver(embedded(), folder))
  let overlay = load()
  return {
    read: async () => overlay?.catalogue ?? embedded(),
    overlay: () => overlay,
    reload: () => {
      overlay = load()
    },
  }
}
