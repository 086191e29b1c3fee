import type { Node } from 'jsonc-parser'
import { jsonOf } from '../../contract/clean.ts'
import { type Both, both } from '../../platform/misfit.ts'

/** Parsed JSON: its value, and the line of each part, from 1; of its nearest parent if it is missing. */
interface JsonText {
  readonly value: unknown
  lineOf(path: readonly string[]): number
}

interface SyntaxFault {
  readonly line: number
  readonly column: number
  readonly says: Both
}

/** A catalogue has seven levels. Far deeper nesting is not a catalogue, and would exhaust the stack of recursive code. */
const DEPTH_MAX = 32
/** The most faults that are kept. */
const FAULTS_MAX = 1000

/** Loads the parser with the first folder, so that a start without one does not wait. (The parser's other build cannot be bundled.) */
function parser(): typeof import('jsonc-parser') {
  return require('jsonc-parser/lib/esm/main.js')
}

/** Parses a text as JSON, or lists its syntax errors. */
export function readJsonText(text: string): JsonText | readonly SyntaxFault[] {
  const deep = tooDeepAt(text)
  if (deep !== null) {
    const says = both(`is nested more than ${DEPTH_MAX} levels deep`, `${DEPTH_MAX}단계보다 깊게 중첩되어 있습니다`)
    return [{ line: lineAt(text, deep), column: deep - text.lastIndexOf('\n', deep), says }]
  }
  const value = jsonOf(text)
  if (value === undefined) return syntaxFaults(text)
  let tree: Node | undefined
  return {
    value,
    lineOf(path) {
      tree ??= parser().parseTree(text)
      return lineAt(text, tree ? nearest(tree, path).offset : 0)
    },
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
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
    else if (isQuoted) continue
    else if (OPENS.has(code) && ++depth > DEPTH_MAX) return at
    else if (CLOSES.has(code)) depth--
  }
  return null
}

/** Returns the syntax errors, one per line: further errors on a line mostly follow from the first. */
function syntaxFaults(text: string): SyntaxFault[] {
  const { visit, printParseErrorCode } = parser()
  const faults = new Map<number, SyntaxFault>()
  const onError = (code: number, _offset: number, _length: number, line: number, column: number) => {
    if (faults.has(line) || faults.size === FAULTS_MAX) return
    faults.set(line, { line: line + 1, column: column + 1, says: invalid(SYNTAX[printParseErrorCode(code)]) })
  }
  visit(text, { onError }, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false })
  return faults.size > 0 ? [...faults.values()] : [{ line: 1, column: 1, says: invalid() }]
}

function invalid({ en, ko } = UNKNOWN_SYNTAX): Both {
  return both(`invalid JSON: ${en}`, `잘못된 JSON: ${ko}`)
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
const SYNTAX: Readonly<Record<string, Both>> = {
  InvalidSymbol: both(
    'expected text in double quotes, a number, true, false or null',
    '큰따옴표로 묶은 텍스트, 숫자, true, false, null 중 하나가 와야 합니다',
  ),
  InvalidNumberFormat: both('not a valid number', '올바른 숫자가 아닙니다'),
  PropertyNameExpected: both(
    'expected a field name in double quotes (the last field must not have a comma after it)',
    '큰따옴표로 묶은 필드 이름이 와야 합니다(마지막 필드 뒤에는 쉼표를 쓰지 않습니다)',
  ),
  ValueExpected: both(
    'expected a value (the last one must not have a comma after it)',
    '값이 와야 합니다(마지막 값 뒤에는 쉼표를 쓰지 않습니다)',
  ),
  ColonExpected: both('expected a colon before this', '이 앞에 콜론이 필요합니다'),
  CommaExpected: both('expected a comma before this', '이 앞에 쉼표가 필요합니다'),
  CloseBraceExpected: both('expected "}"', '"}" 기호가 필요합니다'),
  CloseBracketExpected: both('expected "]"', '"]" 기호가 필요합니다'),
  EndOfFileExpected: both('unexpected content after the list', '목록 뒤에 다른 내용이 있습니다'),
  InvalidCommentToken: both('comments are not allowed', '주석은 쓸 수 없습니다'),
  UnexpectedEndOfComment: both('comments are not allowed', '주석은 쓸 수 없습니다'),
  UnexpectedEndOfString: both('the closing quote is missing on this line', '이 줄에 닫는 따옴표가 없습니다'),
  UnexpectedEndOfNumber: both('not a valid number', '올바른 숫자가 아닙니다'),
  InvalidUnicode: both('"\\u" must be followed by four hexadecimal digits', '"\\u" 뒤에는 16진수 네 자리가 와야 합니다'),
  InvalidEscapeCharacter: both('write a backslash in text as "\\\\"', '텍스트 안의 백슬래시는 "\\\\"로 쓰십시오'),
  InvalidCharacter: both('control characters are not allowed in text', '텍스트에 제어 문자를 쓸 수 없습니다'),
}

const UNKNOWN_SYNTAX = both('cannot be parsed', '해석할 수 없습니다')
