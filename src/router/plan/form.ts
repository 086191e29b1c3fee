import type { Locale } from '../../contract/text.ts'
import { labelIn, menuIn } from '../catalogue/labels.ts'
import { portsOf } from '../catalogue/ports.ts'
import type { Brand } from '../catalogue/schema.ts'
import { planText } from './plan.text.ts'
import { ADDRESS_PLACEHOLDER, choiceOf, type FormRule } from './rules.ts'

const FORM_FIELDS = ['name', 'externalPort', 'internalPort', 'internalIp', 'protocol'] as const
type FormField = (typeof FORM_FIELDS)[number]
type OwnField = keyof Brand['fields']

/** Returns the labels of the fields in a router's form, or general words if they are unknown. */
export function formFields(brand: Brand, locale: Locale): Record<FormField, string> {
  const wordOf = (field: FormField) => labelOf(brand, field, locale)
  return {
    name: wordOf('name'),
    externalPort: wordOf('externalPort'),
    internalPort: wordOf('internalPort'),
    internalIp: wordOf('internalIp'),
    protocol: wordOf('protocol'),
  }
}

/** Returns the label of a field; if it is not known, general words in the language of the other words on the screen. */
function labelOf({ fields, menu: { screen } }: Brand, field: OwnField, locale: Locale): string {
  return labelIn(fields[field] ?? { screen, en: planText.say('en', field, {}), ko: planText.say('ko', field, {}) }, locale)
}

/** Returns the path through the menus in other generations of the router's pages. */
export function menuVariants({ variants }: Brand, locale: Locale): { when: string; menuPath: string[] }[] {
  return variants.map(({ when, menu }) => ({ when: when[locale], menuPath: menuIn(menu, locale) }))
}

/** Returns a rule as the router's form asks for it: its own fields in its own order, or all that a form may ask if they are not known. */
export function formOf(
  given: FormRule,
  brand: Brand,
  { locale, isInDoubt = false }: { readonly locale: Locale; readonly isInDoubt?: boolean },
): { label: string; value: string }[] {
  // An address that the router cannot reach is not one to type.
  const rule = isInDoubt ? { ...given, internalIp: ADDRESS_PLACEHOLDER } : given
  const own = ownFields(brand)
  const isComplete = own.includes('externalPort') && own.includes('internalIp')
  const shown = isComplete ? own : FORM_FIELDS
  return shown.map((field) => ({ label: labelOf(brand, field, locale), value: inForm(rule, field, brand, locale) }))
}

const OWN_FIELDS = [...FORM_FIELDS, 'externalPortEnd', 'internalPortEnd'] as const satisfies readonly OwnField[]

/** Returns the fields of a brand's form; the catalogue lists them in the order of the form. */
function ownFields({ fields }: Brand): OwnField[] {
  const order = Object.keys(fields)
  return OWN_FIELDS.filter((field) => fields[field] !== undefined).toSorted(
    (one, other) => order.indexOf(one) - order.indexOf(other),
  )
}

function inForm(rule: FormRule, field: OwnField, brand: Brand, locale: Locale): string {
  const { externalPortEnd, internalPortEnd } = brand.fields
  const [external, internal] = [portsOf(rule.externalPort), portsOf(rule.internalPort)]
  switch (field) {
    case 'name':
      return rule.name
    case 'externalPort':
      return externalPortEnd ? `${external.first}` : rule.externalPort
    case 'externalPortEnd':
      return `${external.last}`
    case 'internalPort':
      // A form that splits the range outside asks for the first port inside.
      return externalPortEnd || internalPortEnd ? `${internal.first}` : rule.internalPort
    case 'internalPortEnd':
      return `${internal.last}`
    case 'internalIp':
      return brand.picksDevice === true ? chosen(rule.internalIp, locale) : rule.internalIp
    case 'protocol':
      return choiceOf(rule.protocol, brand.protocolChoices) ?? rule.protocol.toUpperCase()
  }
}

function chosen(address: string, locale: Locale): string {
  return address === ADDRESS_PLACEHOLDER
    ? planText.say(locale, 'choose-device', {})
    : planText.say(locale, 'choose-device-at', { address })
}
