// House rules about how comments open (.github/CONTRIBUTING.md): a reader meets the subject first, not a pronoun.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/server.ts'

const FILES = [...new Bun.Glob('{src,tools,data,.ci,bench,test}/**/*.{ts,tsx,mjs}').scanSync({ cwd: ROOT, dot: true })]
  .filter((file) => !file.includes('.gen.') && !file.includes('/fixtures/'))
  .sort()

/** Words that make a reader look for the subject. "Where" and "How" are sound in a remark between lines: "Where the kernel refuses, ...". */
const PRONOUNS = /^(What|Whatever|Who|Whoever|Whom|Whose|Of|Nobody)\b/
const IN_A_DOC = /^(What|Whatever|Who|Whoever|Whom|Whose|Of|Nobody|How|Where|Why)\b/
/** Openings of a noun phrase; the doc of a function names what it does: "Returns the ...". */
const NOUNS = /^(The|A(?! seam)|An|Every|Each|All|Both|One|Whether)\b/

interface Comment {
  readonly place: string
  /** The first words. */
  readonly text: string
  /** The code right behind it. */
  readonly code: string
}

function commentsIn(pattern: RegExp): Comment[] {
  return FILES.flatMap((file) => {
    const source = `\n${readFileSync(join(ROOT, file), 'utf8')}`
    return [...source.matchAll(pattern)].map(({ index, groups: { text = '', code = '' } = {} }) => {
      return { place: `${file}:${source.slice(0, index).split('\n').length}`, text, code }
    })
  })
}

/** Remarks of one or more lines have their own lines; a doc has the code that it is about behind it. */
const remarks = commentsIn(/(?<=\n(?!\s*\/\/ )[^\n]*)\n\s*\/\/ (?<text>.{1,60})/g)
const docs = commentsIn(/\n\s*\/\*\*\s*(?:\* )?(?<text>(?:(?!\*\/).){1,60})[\s\S]*?\*\/\s*(?<code>.*)/g)
const shown = (comments: readonly Comment[]) => comments.map(({ place, text }) => `${place} ${text}`)

test('a comment opens with its subject, not with a pronoun: name the thing that the code is', () => {
  expect([docs.length > 1000, remarks.length > 500]).toEqual([true, true])
  const wrong = [...docs.filter(({ text }) => IN_A_DOC.test(text)), ...remarks.filter(({ text }) => PRONOUNS.test(text))]
  expect(shown(wrong)).toEqual([])
})

test('the comment of a function opens with its verb, such as "Returns the ..."', () => {
  const isFunction = ({ code }: Comment) => /^(export )?(default )?(async )?function\b/.test(code)
  expect(shown(docs.filter((doc) => isFunction(doc) && NOUNS.test(doc.text)))).toEqual([])
})
