import type { UseCase } from '../catalogue/schema.ts'

export const CUSTOM = 'custom'

/** The service to reach: a known one, or one that a caller describes by its ports. */
export type Service = Omit<UseCase, 'category'> & { readonly category: UseCase['category'] | typeof CUSTOM }

const NEEDS_NONE: readonly string[] = ['not-needed', 'usually-not-needed', 'not-needed-with-relay']

/** Returns whether a service works without a rule, by what the catalogue says of it. */
export function needsNoRule(upnpStatus: string): boolean {
  return NEEDS_NONE.includes(upnpStatus)
}

/** Returns whether a service must never be opened. Such a service gets no rules, whatever its ports. */
export function isNeverOpened({ recommended, risk }: Pick<Service, 'recommended' | 'risk'>): boolean {
  return !recommended && risk === 'critical'
}
