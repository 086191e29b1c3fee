import { defineText, inBoth } from '../../contract/text.ts'

export const readText = defineText(
  inBoth({
    read: ['Understood as: {parts}', '입력을 이렇게 해석했습니다: {parts}'],
    unused: ['Not used here: {parts}', '여기에서 쓰지 않은 입력: {parts}'],
    'did-you-mean': ['{sentence} Did you mean: {values}?', '{sentence} 혹시 이것을 찾으십니까? {values}'],
  }),
)

export const yesNoText = defineText({ en: { true: 'yes', false: 'no' }, ko: { true: '예', false: '아니요' } })
