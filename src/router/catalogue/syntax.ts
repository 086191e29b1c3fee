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
