import { defineText } from '../../contract/text.ts'

export const formatText = defineText({
  en: {
    'unknown-format': 'The query parameter "format" must be one of: {formats}.',
    'unknown-details': 'The query parameter "details" must be "on" or "off".',
    'unknown-strict': 'The query parameter "strict" must be "1" or "0".',
    'strict-stream':
      'The status of a stream is sent before anything is found, so "strict" takes the formats json, text and short.',
    'unknown-lang': 'The query parameter "lang" must be one of: {languages}.',
  },
  ko: {
    'unknown-format': '이 경로의 쿼리 매개변수 "format"에는 다음 값만 쓸 수 있습니다: {formats}.',
    'unknown-details': '쿼리 매개변수 "details"에는 "on" 또는 "off"만 쓸 수 있습니다.',
    'unknown-strict': '쿼리 매개변수 "strict"에는 "1" 또는 "0"만 쓸 수 있습니다.',
    'strict-stream': '스트림은 결과가 나오기 전에 상태 코드를 보내므로, "strict"는 json, text, short 형식에서만 쓸 수 있습니다.',
    'unknown-lang': '쿼리 매개변수 "lang"에는 다음 값만 쓸 수 있습니다: {languages}.',
  },
})
