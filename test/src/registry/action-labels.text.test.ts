import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adviceText } from '../../../src/advice/advice.text.ts'
import { actionLabel, actionLabelsText } from '../../../src/registry/action-labels.text.ts'
import { ROOT } from '../../support/server.ts'

const sources = [...new Bun.Glob('{src,tools}/**/*.ts').scanSync(ROOT)]
  .filter((file) => !file.endsWith('action-labels.text.ts'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n')
/** Sentences of actions that are sent under the code of another. */
const RECODED = ['allow-on-device-by', 'connect-directly-vpn']
const labels = Object.keys(actionLabelsText.en)

test('every next action has a label', () => {
  const told = [...sources.matchAll(/\bnext(?:In\([^()]*\))?\(\s*'([a-z0-9-]+)'/g)].map(([, code = '']) => code)
  const codes = new Set([...told, ...Object.keys(adviceText.en).map((key) => key.split('.')[0] ?? '')])
  expect(codes.size).toBeGreaterThan(120)
  const isLabelled = (code: string) => labels.includes(code) || sources.includes(`'button.${code}'`)
  expect([...codes].filter((code) => !isLabelled(code) && !RECODED.includes(code))).toEqual([])
})

test('every label belongs to an action, and they are in order', () => {
  expect(labels.filter((code) => !sources.includes(`'${code}'`) && !sources.includes(` ${code}:`))).toEqual([])
  expect(labels).toEqual(labels.toSorted())
})

test('a label fits a button: two to five words, no full stop', () => {
  for (const code of labels) {
    const [en = '', ko = ''] = [actionLabelsText.en[code], actionLabelsText.ko[code]]
    expect([code, en.split(' ').length >= 2 && en.split(' ').length <= 5 && en.length <= 26]).toEqual([code, true])
    expect([code, ko.length <= 14 && !/[.]$/.test(en + ko)]).toEqual([code, true])
  }
})

test('an action of a plug-in has its own label, or a general one', () => {
  expect(actionLabel('call-us', { 'button.call-us': 'Call us' }, 'en')).toBe('Call us')
  expect([actionLabel('call-us', {}, 'en'), actionLabel('call-us', {}, 'ko')]).toEqual(['Next step', '다음 단계'])
})
