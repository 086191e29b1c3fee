import { type Localized, Refusal } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import { shortExample } from '../registry/field-values.ts'
import { resultLabelsText } from '../registry/result-labels.text.ts'
import type { NamedTool } from '../registry/tools.ts'
import { type Around, afterwards, type Call, rescued } from './call.ts'
import { readerOf } from './pasted.ts'
import { type Run, type Runnable, runOf, type Services } from './tool-run.ts'
import { type Compiles, compileFor, validatorOf } from './validate.ts'

export type { Runnable, Services } from './tool-run.ts'

/**
 * Prepares the tools to be called. Every call takes the same path: what was pasted is read, and the body checked against the schema; then
 * comes what surrounds a run, the first of the list outermost; inside it the target is admitted and the tool runs, within its
 * deadline and its budget. Schemas are compiled here, so that a bad one aborts startup; on use only where they are known to be good.
 */
export function prepare(
  tools: readonly NamedTool[],
  services: Services,
  around: readonly Around[],
  compiles: Compiles = 'at-once',
): ReadonlyMap<string, Runnable> {
  return new Map(tools.map((named) => [named.name, runnableOf(named, services, runOf(named, services, around), compiles)]))
}

function runnableOf({ name, tool }: NamedTool, { catalogue }: Services, run: Run, compiles: Compiles): Runnable {
  const example = JSON.stringify(shortExample(tool.body ?? {}))
  const { body } = tool
  if (!body) return { name, tool, example, run }
  const validatorOfBody = compileFor(name, compiles, () => validatorOf(body))
  const read = readerOf(tool, catalogue)
  const refuse = (thrown: unknown): never => {
    throw withFieldLabels(thrown, tool)
  }
  const runValid = (call: Call) => {
    validatorOfBody()(call.body)
    return run(call)
  }
  return { name, tool, example, run: (call) => rescued(() => afterwards(read?.(call) ?? call, runValid), refuse) }
}

/** A field in a sentence, perhaps a part of one entry of a list: `"ports.0.port"`. */
const QUOTED = /"([A-Za-z]\w*)(?:\.(\d+)(?:\.(\w+))?)?"/g

/** Returns what was thrown; a refusal says the labels of fields, as forms show them, in place of their names. `field` keeps the name. */
function withFieldLabels(thrown: unknown, { body, text }: Pick<NamedTool['tool'], 'body' | 'text'>): unknown {
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
