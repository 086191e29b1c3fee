import { type Localized, Refusal } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import { resultLabelsText } from '../registry/result-labels.text.ts'
import type { NamedTool } from '../registry/tools.ts'

/** A field in a sentence, perhaps a part of one entry of a list: `"ports.0.port"`. */
const QUOTED = /"([A-Za-z]\w*)(?:\.(\d+)(?:\.(\w+))?)?"/g

/** Returns what was thrown; a refusal says the labels of fields, as forms show them, in place of their names. `field` keeps the name. */
export function withFieldLabels(thrown: unknown, { body, text }: Pick<NamedTool['tool'], 'body' | 'text'>): unknown {
  if (!(thrown instanceof Refusal) || thrown.particulars.field === undefined) return thrown
  const names = body?.properties ?? {}
  const said = (sentence: Localized) => (locale: Locale) =>
    sentence(locale).replace(QUOTED, (quoted, name, row, part) => {
      const label = Object.hasOwn(names, name) ? text[locale][`label.${name}`] : undefined
      if (label === undefined) return quoted
      const inside = part && (text[locale][`label.${name}.${part}`] ?? resultLabelsText[locale][part] ?? part)
      return `"${label}${row === undefined ? '' : ` ${Number(row) + 1}`}${inside === undefined ? '' : `: ${inside}`}"`
    })
  const { code, detail, particulars } = thrown
  const { errors } = particulars
  const fields = errors && { errors: errors.map(({ field, message }) => ({ field, message: said(message) })) }
  return new Refusal(code, said(detail), { ...particulars, ...fields })
}
