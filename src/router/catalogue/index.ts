import type { PortUses } from './ports.ts'
import type { Brand, DdnsService, Isp, Platform, UseCase } from './schema.ts'

/** Routers, providers' boxes, services, platforms and dynamic DNS services. Read-only. */
export interface Catalogue {
  readonly brands: readonly Brand[]
  readonly useCases: readonly UseCase[]
  readonly isps: readonly Isp[]
  readonly platforms: readonly Platform[]
  readonly ddns: readonly DdnsService[]
  readonly portUses: PortUses
}
