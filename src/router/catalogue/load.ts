import { join } from 'node:path'
import { isCompiled } from '../../platform/compiled.ts'
import type { Catalogue } from './index.ts'
import { layOver } from './overlay.ts'
import { portUsesOf } from './ports.ts'
import type { Brand, DdnsService, Isp, Platform, UseCase } from './schema.ts'

/** Opens the catalogue: the built-in one on first use, a folder at once. Throws a CatalogueError if that has mistakes. */
export function openCatalogue(folder: string | null) {
  let ours: Catalogue | null = null
  const embedded = () => {
    ours ??= embeddedCatalogue()
    return ours
  }
  const load = () => (folder === null ? null : layOver(embedded(), folder))
  let overlay = load()
  return {
    /** A request keeps the catalogue that it started with, even if the folder is reread before it ends. */
    read: async () => overlay?.catalogue ?? embedded(),
    /** The result of the operator's folder; null without one. */
    overlay: () => overlay,
    /** Rereads the folder, all or nothing: throws a CatalogueError if it has mistakes, and keeps the previous catalogue. */
    reload: () => {
      overlay = load()
    },
  }
}

export type CatalogueSource = ReturnType<typeof openCatalogue>

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'data', 'router')
const NOTHING = { brands: [], useCases: [], isps: [], platforms: [], ddns: [], portUses: [] }

/** Judges the built-in files of a checkout as those of an operator who leaves out nothing. A compiled file was judged when it was built. */
export function judgeBuiltIn(): void {
  if (isCompiled()) return
  layOver(NOTHING, FOLDER, 'us')
  // Loaded as modules as well, so that `npm run dev` sees them change; what is made of them needs files without holes.
  embeddedCatalogue()
}

/** Returns the built-in catalogue, loaded on first use; with `require`, because an operator's folder is checked against it before the server listens. */
export function embeddedCatalogue(): Catalogue {
  // A seam: test/data/router.test.ts checks the files against the schemas of these types.
  const brands: Brand[] = require('../../../data/router/brands.json')
  const useCases: UseCase[] = require('../../../data/router/services.json')
  const isps: Isp[] = require('../../../data/router/providers.json')
  const platforms: Platform[] = require('../../../data/router/platforms.json')
  const ddns: DdnsService[] = require('../../../data/router/ddns.json')
  return { brands, useCases, isps, platforms, ddns, portUses: portUsesOf(useCases) }
}
