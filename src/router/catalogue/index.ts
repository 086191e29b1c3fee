import type { PortUses } from './ports.ts'
import type { Brand, Isp, Platform, UseCase } from './schema.ts'

/** Routers, providers' boxes, services and platforms. Read-only. */
export interface Catalogue {
  readonly brands: readonly Brand[]
  readonly useCases: readonly UseCase[]
  readonly isps: readonly Isp[]
  readonly platforms: readonly Platform[]
  readonly portUses: PortUses
}
