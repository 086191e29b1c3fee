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

interface Doc {
  readonly file: string
  readonly line: number
  /** The first words of the comment. */
  readonly text: string
  /** The code right behind it; empty for a remark. */
  readonly documented: string
}

function docsOf(file: string): Doc[] {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const [, opening] = /^\s*\/\*\*(.*)/.exec(line) ?? []
    if (opening === undefined) return []
    const isOpen = !line.includes('*/')
    const end = isOpen ? lines.findIndex((later, at) => at > index && later.includes('*/')) : index
    const text = (opening.trim() || (lines[index + 1] ?? '').replace(/^\s*\*/, '')).trim()
    return [{ file, line: index + 1, text, documented: (lines[end + 1] ?? '').trim() }]
  })
}

/** Remarks of one or more lines. */
function remarksOf(file: string): Doc[] {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const [, text] = /^\s*\/\/ (.*)/.exec(line) ?? []
    const isFirst = !/^\s*\/\/ /.test(lines[index - 1] ?? '')
    return text !== undefined && isFirst ? [{ file, line: index + 1, text, documented: '' }] : []
  })
}

const shown = (docs: readonly Doc[]) => docs.map(({ file, line, text }) => `${file}:${line} ${text.slice(0, 60)}`)
const isFunction = ({ documented }: Doc) => /^(export )?(default )?(async )?function\b/.test(documented)

const docs = FILES.flatMap(docsOf)
const remarks = FILES.flatMap(remarksOf)

test('there are comments to judge', () => {
  expect(docs.length).toBeGreaterThan(1000)
  expect(remarks.length).toBeGreaterThan(500)
})

test('a comment opens with its subject, not with a pronoun: name the thing that the code is', () => {
  const wrong = [...docs.filter(({ text }) => IN_A_DOC.test(text)), ...remarks.filter(({ text }) => PRONOUNS.test(text))]
  expect(shown(wrong)).toEqual([])
})

test('the comment of a function opens with its verb, such as "Returns the ..."', () =>
  expect(shown(docs.filter((doc) => isFunction(doc) && NOUNS.test(doc.text)))).toEqual([]))
