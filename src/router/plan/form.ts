import type { Locale } from '../../contract/text.ts'
import { labelIn, menuIn } from '../catalogue/labels.ts'
import type { Brand } from '../catalogue/schema.ts'
import { planText } from './plan.text.ts'
import { choiceOf, type FormRule } from './rules.ts'

const FORM_FIELDS = ['name', 'externalPort', 'internalPort', 'internalIp', 'protocol'] as const
type FormField = (typeof FORM_FIELDS)[number]

/** Returns the labels of the fields in a router's form, or general words if they are unknown. */
export function formFields({ fields }: Brand, locale: Locale): Record<FormField, string> {
  const wordOf = (field: FormField) => {
    const label = fields[field]
    return label ? labelIn(label, locale) : planText.say(locale, field, {})
  }
  return {
    name: wordOf('name'),
    externalPort: wordOf('externalPort'),
    internalPort: wordOf('internalPort'),
    internalIp: wordOf('internalIp'),
    protocol: wordOf('protocol'),
  }
}

/** Returns the path through the menus in other generations of the router's pages. */
export function menuVariants({ variants }: Brand, locale: Locale): { when: string; menuPath: string[] }[] {
  return variants.map(({ when, menu }) => ({ when: when[locale], menuPath: menuIn(menu, locale) }))
}

/** Returns a rule as the router's form asks for it: its own fields in its own order, or all that a form may ask if they are not known. */
export function formOf(rule: FormRule, brand: Brand, locale: Locale): { label: string; value: string }[] {
  const own = FORM_FIELDS.filter((field) => brand.fields[field] !== undefined).toSorted(
    (one, other) => placeIn(brand, one) - placeIn(brand, other),
  )
  const isComplete = own.includes('externalPort') && own.includes('internalIp')
  const labels = formFields(brand, locale)
  return (isComplete ? own : FORM_FIELDS).map((field) => ({ label: labels[field], value: inForm(rule, field, brand) }))
}

/** Returns the position of a field; the catalogue lists the fields in the order of the form. */
function placeIn({ fields }: Brand, field: FormField): number {
  return Object.keys(fields).indexOf(field)
}

function inForm(rule: FormRule, field: FormField, brand: Brand): string {
  if (field !== 'protocol') return rule[field]
  return choiceOf(rule.protocol, brand.protocolChoices) ?? rule.protocol.toUpperCase()
}
