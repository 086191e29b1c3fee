import { menuIn } from '../catalogue/words.ts'
import { type Command, undoLines } from './commands.ts'
import type { PlanFacts } from './facts.ts'
import { pinholeUndo } from './pinhole.ts'
import { undoText } from './undo.text.ts'

export interface Undo {
  readonly text: string
  readonly lines: string[]
}

/** Returns how to take everything back: the rules in the menu, then what each kind of command did. */
export function undoOf({ rules, router, locale }: PlanFacts, commands: readonly Command[]): Undo[] {
  if (rules.length === 0) return []
  const menu = menuIn(router.brand.menu, locale).join(' > ')
  return [
    { text: undoText.say(locale, 'menu', { menu }), lines: [] },
    ...commands.map(({ kind, where }) => ({
      text: undoText.say(locale, where, { kind }),
      lines: [...undoLines(kind, rules)],
    })),
    ...commands.flatMap(({ kind }) => {
      const lines = pinholeUndo(kind, rules)
      return lines.length === 0 ? [] : [{ text: undoText.say(locale, 'pinhole', { kind }), lines }]
    }),
  ]
}
