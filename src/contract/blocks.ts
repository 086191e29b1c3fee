import type { Static } from '@sinclair/typebox'
import type { BLOCK } from './block-schema.ts'

/** A value of which nothing can be changed. */
export type Plain<Value> = Value extends readonly (infer Item)[]
  ? readonly Plain<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Plain<Value[Key]> }
    : Value

/** A part of a result as people see it: plain data that every face draws in its own way. */
export type Block = Plain<Static<typeof BLOCK>>
export type Mark = 'good' | 'bad' | 'unknown'
/** The sign between the two sides of a pair. */
export const SIGNS = { good: '=', bad: '≠', unknown: '?' } as const
export type BlockOf<Kind extends Block['kind']> = Extract<Block, { readonly kind: Kind }>

type Value = string | number | null | undefined

/**
 * Returns the facts that are known: those without a value are left out.
 * @example
 * blocks: ({ until, isCovered }, { say }) => [facts([[say('until'), until, isCovered ? 'good' : 'bad']])]
 */
export function facts(
  all: readonly (readonly [label: string, value: Value | readonly string[], mark?: Mark | null])[],
  common: Pick<Block, 'title' | 'more'> = {},
): BlockOf<'facts'> {
  const known = all.map(([label, value, mark = null]) => ({ label, values: valuesIn(value), mark }))
  return { kind: 'facts', ...common, facts: known.filter(({ values }) => values.length > 0) }
}

function valuesIn(value: Value | readonly string[]): readonly string[] {
  if (typeof value === 'object' && value !== null) return value
  return value === null || value === undefined || value === '' ? [] : [String(value)]
}

/** Returns whether a block has something to draw: none of its lists is empty. */
export function isDrawn(block: Block): boolean {
  return Object.values(block).every((part) => !Array.isArray(part) || part.length > 0)
}

/** Returns the part of its whole length that a bar has, from 0 to 1. */
export function sharesOf({ bars, from = 0, to }: BlockOf<'bars'>): readonly number[] {
  const values = bars.map(({ value }) => value ?? from)
  const end = to ?? Math.max(...values, from)
  return values.map((value) => (end > from ? Math.min(1, Math.max(0, (value - from) / (end - from))) : 0))
}
