import type { Catalogue } from './index.ts'
import type { Brand, Isp, Platform, UseCase } from './schema.ts'

/**
 * What is built in. It is read when it is first asked for, since the start should not wait for it; `require`, because what an
 * operator lays over it is checked before anything listens.
 */
export function embeddedCatalogue(): Catalogue {
  // A seam: test/data/router.test.ts holds the files against the schemas of these types.
  const brands: Brand[] = require('../../../data/router/brands.json')
  const useCases: UseCase[] = require('../../../data/router/use-cases.json')
  const isps: Isp[] = require('../../../data/router/isps.json')
  const platforms: Platform[] = require('../../../data/router/platforms.json')
  return { brands, useCases, isps, platforms }
}
