import type { Catalogue } from './catalogue.ts'
import { embeddedCatalogue } from './embedded.ts'
import { layOver } from './overlay.ts'

/**
 * The catalogue that requests are answered from. Without a folder it is read when somebody first asks; a folder is read and
 * checked at once, and throws a CatalogueError where it does not hold what it should.
 */
export function openCatalogue(directory: string | null): () => Promise<Catalogue> {
  let catalogue = directory === null ? null : layOver(embeddedCatalogue(), directory)
  return async () => {
    catalogue ??= embeddedCatalogue()
    return catalogue
  }
}
