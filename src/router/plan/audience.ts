import type { UseCase } from '../catalogue/schema.ts'
import type { Service } from '../judgement/judgement.ts'
import type { PlanFacts } from './facts.ts'
import type { Rule } from './rules.ts'

/** Returns who connects to a service; what the catalogue does not say follows from its kind. */
export function servesOf(service: Service): NonNullable<UseCase['serves']> {
  const { serves, category, ports } = service
  if (serves) return serves
  // Torrent clients are the programs of this kind without a page or a required port.
  if (category === 'web') return ports.some(({ required }) => required) ? 'friends' : 'strangers'
  return ['game', 'voice', 'media', 'custom'].includes(category) ? 'friends' : 'oneself'
}

/** Returns the rule of a web page among the rules: one on a port of the web, or one that the catalogue calls a page. */
export function webRule({ service, wanted }: Pick<PlanFacts, 'service' | 'wanted'>): Rule | null {
  const isWeb = ({ internalPort, protocol }: Rule) =>
    protocol === 'tcp' &&
    (/^(?:80|443|8080|8443)$/.test(internalPort) ||
      service.ports.some(({ internal, web }) => internal === internalPort && web === true))
  return wanted.find(isWeb) ?? null
}

/** Returns whether other programs look for a service at the port that it has itself, so that no rule can lead there from another one. */
export function isFixed({ service, wanted }: Pick<PlanFacts, 'service' | 'wanted'>): boolean {
  return service.connect === undefined && servesOf(service) === 'strangers' && webRule({ service, wanted }) === null
}
