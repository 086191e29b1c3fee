// A lexical ranker, in place of a model: it sees of a tool what a model sees, and knows no synonyms.

/** A tool of a list: what a model is shown. */
export interface Ranked {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: { readonly properties?: Readonly<Record<string, unknown>> | undefined }
}

/** The usual constants of BM25. */
const [SATURATION, LENGTH_PART] = [1.2, 0.75]
/** The share of a word in the fields of a tool: they say how to ask, not what for. */
const FIELD_SHARE = 0.3

const STOP = new Set(
  'a an and any are as at be but by can do does for from get has have how i if in is it its me my not of on or so than that the their then there they this to use was what when where whether which who why will with you your'.split(
    ' ',
  ),
)

/**
 * Returns the terms of a text: English words without their endings, and pairs of Korean syllables, since Korean words carry their particles.
 * A name or an address of a question counts as what it is, whichever it is; its number says nothing.
 */
function termsOf(text: string): string[] {
  const words = text
    .replaceAll(/\bhttps?:\/\/\S+/g, ' url ')
    .replaceAll(/\b\d+(\.\d+){3}\b/g, ' ip address ')
    .replaceAll(/\b([a-z\d-]+\.)+[a-z]{2,}\b/g, ' host ')
    .replaceAll(/\b\d+\b/g, ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .match(/[a-z\d]+|[가-힣]+/g)
  return (words ?? []).flatMap((word) => (/[가-힣]/.test(word) ? pairsOf(word) : STOP.has(word) ? [] : [stemOf(word)]))
}

function pairsOf(word: string): string[] {
  return word.length === 1 ? [word] : Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
}

function stemOf(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  return word
    .replace(/(?:ies)$/, 'y')
    .replace(/(?<=[sxz]|ch|sh)es$|(?<=[^s])s$/, '')
    .replace(/(?<=.{3})(?:ing|ed)$/, '')
    .replace(/(?<=.{2})e$/, '')
    .replace(/(?<=.{2})([^l])\1$/, '$1')
}

/** Returns the names of tools for a question, the best first. */
export function rankerOf(tools: readonly Ranked[]): (question: string) => string[] {
  const documents = tools.map((tool) => ({ name: tool.name, weights: weightsOf(tool) }))
  const lengths = documents.map(({ weights }) => [...weights.values()].reduce((sum, weight) => sum + weight, 0))
  const usual = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  const rarity = (term: string) => {
    const having = documents.filter(({ weights }) => weights.has(term)).length
    return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))
  }
  return (question) => {
    const terms = [...new Set(termsOf(question))]
    const scored = documents.map(({ name, weights }, index) => {
      const norm = SATURATION * (1 - LENGTH_PART + (LENGTH_PART * (lengths[index] ?? 0)) / usual)
      const score = terms.reduce((sum, term) => {
        const weight = weights.get(term) ?? 0
        return sum + (rarity(term) * weight * (SATURATION + 1)) / (weight + norm)
      }, 0)
      return { name, score }
    })
    return scored.toSorted((one, other) => other.score - one.score).map(({ name }) => name)
  }
}

function weightsOf({ name, description = '', inputSchema: { properties = {} } }: Ranked): Map<string, number> {
  const weights = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const term of termsOf(text)) weights.set(term, (weights.get(term) ?? 0) + weight)
  }
  add(`${name.replaceAll('-', ' ')} ${description}`, 1)
  for (const [field, schema] of Object.entries(properties)) {
    const told = typeof schema === 'object' && schema !== null && 'description' in schema ? String(schema.description) : ''
    add(`${field} ${told}`, FIELD_SHARE)
  }
  return weights
}
