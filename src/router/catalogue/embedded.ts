import type { Catalogue } from './index.ts'
import { portUsesOf } from './ports.ts'
import type { Brand, DdnsService, Isp, Platform, UseCase } from './schema.ts'

/**
 * Returns the built-in catalogue. It is loaded on first use, so that startup does not wait for it; with `require`, because an operator's folder
 * is checked against it before the server listens.
 */
export function embeddedCatalogue(): Catalogue {
  // A seam: test/data/router.test.ts checks the files against the schemas of these types.
  const brands: Brand[] = require('../../../data/router/brands.json')
  const useCases: UseCase[] = require('../../../data/router/use-cases.json')
  const isps: Isp[] = require('../../../data/router/isps.json')
  const platforms: Platform[] = require('../../../data/router/platforms.json')
  const ddns: DdnsService[] = require('../../../data/router/ddns.json')
  return { brands, useCases, isps, platforms, ddns, portUses: portUsesOf(useCases) }
}
