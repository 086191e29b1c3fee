import type { Node } from 'jsonc-parser'
import type { Fault } from './faults.ts'

/** A position in a text, both numbers counted from 1. */
export interface JsonPosition {
  readonly line: number
  readonly column: number
}

/** Parsed JSON: its value, the position of each part, and the fields that appear twice in one object. */
export interface JsonText {
  readonly value: unknown
  readonly twice: Iterable<Fault>
  /** The position of a value, or of its nearest parent if it is missing. */
  placeOf(path: readonly string[]): JsonPosition
}

export interface SyntaxFault extends JsonPosition {
  readonly says: string
}

/** A catalogue has seven levels. Far deeper nesting is not a catalogue, and would exhaust the stack of recursive code. */
const DEPTH_MAX = 32
/** The number of faults at which the search ends. */
const FAULTS_MAX = 1000

/** Loads the parser with the first folder, so that a start without one does not wait. (The parser's other build cannot be bundled.) */
function parser(): typeof import('jsonc-parser') {
  return require('jsonc-parser/lib/esm/main.js')
}

/** Parses a text as JSON, or lists its syntax errors. */
export function readJsonText(text: string): JsonText | readonly SyntaxFault[] {
  const positionAt = positionsIn(text)
  const deep = tooDeepAt(text)
  if (deep !== null) return [{ ...positionAt(deep), says: `is nested more than ${DEPTH_MAX} levels deep` }]
  const parsed = parsedOrNull(text)
  if (!parsed) return syntaxFaults(text, positionAt)
  const tree = parser().parseTree(text)
  return {
    value: parsed.value,
    twice: tree ? fieldsTwice(tree, [], positionAt) : [],
    placeOf: (path) => positionAt(tree ? nearest(tree, path).offset : 0),
  }
}

function parsedOrNull(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

function positionsIn(text: string): (offset: number) => JsonPosition {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}

/** Character codes: reading single characters would create a string for each. */
const [QUOTE, BACKSLASH, LINE_FEED] = [0x22, 0x5c, 0x0a]
const OPENS = new Set([0x5b, 0x7b])
const CLOSES = new Set([0x5d, 0x7d])

function tooDeepAt(text: string): number | null {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isQuoted && code === BACKSLASH) at++
    else if (code === QUOTE) isQuoted = !isQuoted
    // A string ends with its line, even if its closing quote is missing.
    else if (code === LINE_FEED) isQuoted = false
    else if (!isQuoted && OPENS.has(code) && ++depth > DEPTH_MAX) return at
    else if (!isQuoted && CLOSES.has(code)) depth--
  }
  return null
}

/** Thrown to end the walk through a text with too many faults. */
class Enough extends Error {}

/** Returns the syntax errors, one per line: further errors on a line mostly follow from the first. */
function syntaxFaults(text: string, positionAt: (offset: number) => JsonPosition): SyntaxFault[] {
  const { visit, printParseErrorCode } = parser()
  const faults = new Map<number, SyntaxFault>()
  const onError = (code: number, offset: number) => {
    const place = positionAt(offset)
    if (faults.has(place.line)) return
    if (faults.size === FAULTS_MAX) throw new Enough()
    faults.set(place.line, { ...place, says: `invalid JSON: ${SYNTAX[printParseErrorCode(code)] ?? UNKNOWN_SYNTAX}` })
  }
  try {
    visit(text, { onError }, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false })
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return faults.size > 0 ? [...faults.values()] : [{ ...positionAt(0), says: `invalid JSON: ${UNKNOWN_SYNTAX}` }]
}

function* fieldsTwice(node: Node, path: readonly string[], positionAt: (offset: number) => JsonPosition): Generator<Fault> {
  const seen = new Map<string, number>()
  for (const [index, child] of (node.children ?? []).entries()) {
    const [name, value] = child.type === 'property' ? (child.children ?? []) : [null, child]
    const key = name ? String(name.value) : String(index)
    const before = seen.get(key)
    if (before !== undefined) yield { path: [...path, key], says: `appears twice, first on line ${positionAt(before).line}` }
    else seen.set(key, child.offset)
    if (value?.children) yield* fieldsTwice(value, [...path, key], positionAt)
  }
}

/** Returns the node at a path, or its nearest ancestor. If an object has two fields of one name, the later counts, as in JSON.parse. */
function nearest(tree: Node, path: readonly string[]): Node {
  let node = tree
  for (const key of path) {
    const next = node.type === 'array' ? node.children?.[Number(key)] : fieldOf(node, key)
    if (!next) return node
    node = next
  }
  return node
}

function fieldOf(node: Node, key: string): Node | undefined {
  return node.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1]
}

/** The parser's error codes for JSON, as messages that say what to write. */
export const SYNTAX: Record<string, string> = {
  InvalidSymbol: 'expected text in double quotes, a number, true, false or null',
  InvalidNumberFormat: 'not a valid number',
  PropertyNameExpected: 'expected a field name in double quotes (the last field must not have a comma after it)',
  ValueExpected: 'expected a value (the last one must not have a comma after it)',
  ColonExpected: 'expected a colon before this',
  CommaExpected: 'expected a comma before this',
  CloseBraceExpected: 'expected "}"',
  CloseBracketExpected: 'expected "]"',
  EndOfFileExpected: 'unexpected content after the list',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfString: 'the closing quote is missing on this line',
  UnexpectedEndOfNumber: 'not a valid number',
  InvalidUnicode: '"\\u" must be followed by four hexadecimal digits',
  InvalidEscapeCharacter: 'write a backslash in text as "\\\\"',
  InvalidCharacter: 'control characters are not allowed in text',
}

export const UNKNOWN_SYNTAX = 'cannot be parsed'
