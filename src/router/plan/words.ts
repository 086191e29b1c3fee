import type { Locale } from '../../contract/text.ts'
import type { Brand } from '../catalogue/schema.ts'
import { labelIn, menuIn } from '../catalogue/words.ts'
import { planText } from './plan.text.ts'

type FormField = 'name' | 'externalPort' | 'internalPort' | 'internalIp' | 'protocol'

/** The labels of the fields in a router's form, or general words if they are unknown. */
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

/** The path through the menus in other generations of the router's pages. */
export function menuVariants({ variants }: Brand, locale: Locale): { when: string; menuPath: string[] }[] {
  return variants.map(({ when, menu }) => ({ when: when[locale], menuPath: menuIn(menu, locale) }))
}
