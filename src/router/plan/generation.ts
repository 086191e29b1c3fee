import { entriesOfModel, modelPatternsOf } from '../catalogue/models.ts'
import { wordsOf } from '../catalogue/normalize.ts'
import type { Brand } from '../catalogue/schema.ts'
import { planText } from './plan.text.ts'

/** Returns a brand with the menu, and its name, of the generation that a text names by its model, if the catalogue knows one; otherwise unchanged. */
export function ofGeneration(brand: Brand, text: string | undefined): Brand {
  const variants = brand.variants.flatMap((variant) =>
    variant.models ? [{ variant, models: variant.models.flatMap(tails) }] : [],
  )
  if (text === undefined || variants.length === 0) return brand
  const patterns = modelPatternsOf(variants)
  const [named] = tails(wordsOf(text)).flatMap((tail) => entriesOfModel(patterns, tail))
  if (!named) return brand
  const usual = {
    when: { en: planText.say('en', 'other-models', {}), ko: planText.say('ko', 'other-models', {}) },
    menu: brand.menu,
  }
  const { menu, feature = brand.feature } = named.variant
  return { ...brand, menu, feature, variants: [usual, ...brand.variants.filter((one) => one !== named.variant)] }
}

/** Returns a name and those of its ends that have a digit: "TP-Link Archer AX55", "Archer AX55", "AX55". */
function tails(name: string): string[] {
  const words = name.split(' ')
  return words.map((_, index) => words.slice(index).join(' ')).filter((tail, index) => index === 0 || /[\d#]/.test(tail))
}
