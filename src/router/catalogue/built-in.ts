import { join } from 'node:path'
import { isCompiled } from '../../platform/compiled.ts'
import { embeddedCatalogue } from './embedded.ts'
import { layOver } from './overlay.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'data', 'router')
const NOTHING = { brands: [], useCases: [], isps: [], platforms: [], ddns: [], portUses: [] }

/**
 * Judges the built-in files of a checkout as those of an operator, except that no field may be left out: nothing fills them in. Throws a
 * CatalogueError that lists all mistakes. A compiled file has no folder, and was judged when it was built.
 */
export function judgeBuiltIn(): void {
  if (isCompiled()) return
  layOver(NOTHING, FOLDER, 'us')
  // Loaded as modules as well, so that `npm run dev` sees them change; what is made of them needs files without holes.
  embeddedCatalogue()
}
