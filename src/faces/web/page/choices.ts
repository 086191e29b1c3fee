import { choicesOf, listOf } from './fields.ts'
import { formsText } from './forms.text.ts'
import type { Catalogue, FieldSchema } from './lists.ts'
import { useSay } from './words.ts'

/** A value that can be chosen, and its word for people. */
export interface Choice {
  readonly value: string
  readonly word: string
}

/** Words of protocols are written in capitals. */
const PROTOCOLS: readonly string[] = ['tcp', 'udp', 'icmp', 'http', 'https', 'tls']
const WORDS = ['both', 'yes', 'no', 'unknown'] as const

/** Returns the choices of a field with their words, and last a value that is none of them, so that it is not lost. */
export function useChoices(): (
  name: string,
  schema: FieldSchema,
  catalogue: Catalogue | null,
  value: unknown,
) => readonly Choice[] {
  const say = useSay(formsText)
  const wordFor = (value: string) => {
    const own = WORDS.find((word) => word === value)
    return own ? say(own) : PROTOCOLS.includes(value) ? value.toUpperCase() : value
  }
  return (name, schema, catalogue, value) => {
    const text = String(value ?? '')
    const [words, list] = [choicesOf(name, schema), name === 'recordType' ? 'recordTypes' : listOf(name)]
    const entries = (list && catalogue?.[list]) ?? []
    const choices =
      words.length === 0
        ? entries.map(({ id, name: word }) => ({ value: id, word }))
        : words.map((word) => {
            const known = entries.find(({ id }) => id === word)?.name
            const title = schema.anyOf?.find((one) => one.const === word)?.title
            return { value: word, word: known ? `${word} · ${known}` : (title ?? wordFor(word)) }
          })
    if (text === '' || choices.some((choice) => choice.value === text)) return choices
    const isMeant = (choice: Choice) => [choice.value, choice.word].some((one) => one.toLowerCase() === text.toLowerCase())
    const meant = choices.find(isMeant)
    if (meant) return choices.map((choice) => (choice === meant ? { ...meant, value: text } : choice))
    return [...choices, { value: text, word: text }]
  }
}
