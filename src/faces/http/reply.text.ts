import { defineText } from '../../contract/text.ts'

export const formatText = defineText({
  en: {
    'unknown-format': 'The query parameter "format" must be one of: {formats}.',
    'unknown-details': 'The query parameter "details" must be "on" or "off".',
    'unknown-lang': 'The query parameter "lang" must be one of: {languages}.',
  },
  ko: {
    'unknown-format': '이 경로의 쿼리 매개변수 "format"에는 다음 값만 쓸 수 있습니다: {formats}.',
    'unknown-details': '쿼리 매개변수 "details"에는 "on" 또는 "off"만 쓸 수 있습니다.',
    'unknown-lang': '쿼리 매개변수 "lang"에는 다음 값만 쓸 수 있습니다: {languages}.',
  },
})
