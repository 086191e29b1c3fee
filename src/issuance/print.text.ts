import { defineText } from '../contract/text.ts'

/** The words of the text for a terminal. */
export const printText = defineText({
  en: {
    best: 'would work (the best choice here)',
    'would-work': 'would work',
    'would-fail': 'would fail',
    'cannot-tell': 'cannot be told',
    all: 'every method',
    'zone-file': 'zone file',
  },
  ko: {
    best: '발급받을 수 있음(추천)',
    'would-work': '발급받을 수 있음',
    'would-fail': '발급받을 수 없음',
    'cannot-tell': '알 수 없음',
    all: '모든 방식',
    'zone-file': '존 파일',
  },
})
