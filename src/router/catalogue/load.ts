import { embeddedCatalogue } from './embedded.ts'
import type { Catalogue } from './index.ts'
import { layOver, type Overlay } from './overlay.ts'

/** The catalogue that requests are answered from. */
export interface CatalogueSource {
  /** Returns the current catalogue. A request keeps the one that it started with, even if the folder is reread before it ends. */
  read(): Promise<Catalogue>
  /** Returns the result of the operator's folder; null without one. */
  overlay(): Overlay | null
  /** Rereads the folder, all or nothing: throws a CatalogueError if it has mistakes, and keeps the previous catalogue. */
  reload(): void
}

/**
 * Opens the catalogue. Without a folder, it is loaded on first use. A folder is read and checked at once. Throws a CatalogueError if it has
 * mistakes.
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
