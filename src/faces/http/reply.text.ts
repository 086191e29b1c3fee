import { defineText } from '../../contract/text.ts'

export const formatText = defineText({
  en: { 'unknown-format': 'The query parameter "format" must be one of: {formats}.' },
  ko: { 'unknown-format': '이 경로의 쿼리 매개변수 "format"에는 다음 값만 쓸 수 있습니다: {formats}.' },
})
