/** What the parser calls the faults of a JSON text, in words that say what should stand there. */
export const SYNTAX: Record<string, string> = {
  InvalidSymbol: 'this is neither text in double quotes nor a number, true, false or null',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'a field name in double quotes should stand here; the last field has no comma after it',
  ValueExpected: 'a value should stand here; the last one has no comma after it',
  ColonExpected: 'a colon is missing before this',
  CommaExpected: 'a comma is missing before this',
  CloseBraceExpected: '"}" is missing',
  CloseBracketExpected: '"]" is missing',
  EndOfFileExpected: 'nothing may follow the list',
  InvalidCommentToken: 'a comment is not allowed',
  UnexpectedEndOfComment: 'a comment is not allowed',
  UnexpectedEndOfString: 'the closing quote is missing on this line',
  UnexpectedEndOfNumber: 'this is not a number',
  InvalidUnicode: '"\\u" needs four hexadecimal digits',
  InvalidEscapeCharacter: 'a backslash in a text is written "\\\\"',
  InvalidCharacter: 'a text holds no control character',
}

export const UNKNOWN_SYNTAX = 'this is not understood'
