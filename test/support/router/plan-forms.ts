import type { Rule } from '../../../src/router/plan/rules.ts'

/** Returns the plans that differ in more than names and numbers: what takes a part of a second for each rule need not see all. */
export function formsOf<Plan extends { readonly rules: readonly Rule[] }>(plans: readonly Plan[]): Plan[] {
  const byForm = Map.groupBy(plans, ({ rules }) => rules.map(formOf).sort().join())
  return [...byForm.values()].flatMap((alike) => alike.slice(0, 1))
}

function formOf({ protocol, externalPort, internalPort, name }: Rule): string {
  const isSame = externalPort === internalPort
  return `${protocol} ${externalPort.includes('-') ? 'range' : 'port'} ${isSame} ${/^[a-z0-9-]+$/.test(name)}`
}
