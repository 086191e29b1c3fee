import { defineText } from '../../contract/text.ts'

export const toldText = defineText({ en: { true: 'yes', false: 'no' }, ko: { true: '예', false: '아니요' } })
