// Every text file, found by its shape, is complete in both languages.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { ROOT } from '../support/server.ts'

type Texts = { en: Record<string, string>; ko: Record<string, string> }

const files = [...new Bun.Glob('{src,tools}/**/*.text.ts').scanSync(ROOT)].sort()
const slots = (sentence: string) => [...sentence.matchAll(/\{([^{}]+)\}/g)].map(([, slot]) => slot).toSorted()

test('there are texts to check', () => expect(files.length).toBeGreaterThan(6))

describe.each(files)('%s', (file) => {
  const load = async () =>
    Object.values(await import(join(ROOT, file))).filter(
      (value): value is Texts => typeof value === 'object' && value !== null && 'ko' in value,
    )

  test('has every sentence in both languages, with the same slots, none empty', async () => {
    const texts = await load()
    expect(texts.length).toBeGreaterThan(0)
    for (const { en, ko } of texts) {
      expect(Object.keys(ko).toSorted()).toEqual(Object.keys(en).toSorted())
      for (const [key, sentence] of Object.entries(en)) {
        expect(sentence.trim()).not.toBe('')
        expect(ko[key]?.trim()).not.toBe('')
        expect([...new Set(slots(ko[key] ?? ''))]).toEqual([...new Set(slots(sentence))])
      }
    }
  })

  test('is in Korean where it should be', async () => {
    for (const { en, ko } of await load())
      for (const [key, sentence] of Object.entries(ko)) {
        // Names and slots alone do not need a translation, nor does a label such as SPF.
        const hasWords = /[a-z]/i.test((en[key] ?? '').replaceAll(/\{[^{}]+\}|\bAS112\b/g, ''))
        const isName = key.startsWith('result.') && /^[A-Z\d][A-Z\d.+/ -]*$/.test(sentence)
        if (hasWords && !isName) expect(`${key}: ${sentence}`).toMatch(/[가-힣]/)
        // A particle that depends on the word before it must not follow a slot.
        expect(sentence).not.toMatch(/\}(은|는|이|가|을|를|과|와|으로|로)(?![가-힣])/)
      }
  })
})
