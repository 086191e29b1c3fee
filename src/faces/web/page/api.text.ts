import { defineText } from '../../../contract/text.ts'

/** The reference of the API. */
export const apiText = defineText({
  en: {
    title: 'API',
    intro: 'Everything on this page is one HTTP request. These are all of them, from the schemas that requests are checked with.',
    fields: 'Fields',
    field: 'Field',
    type: 'Type',
    meaning: 'Meaning',
    answers: 'Answers',
    example: 'Example',
    try: 'Try it',
    'no-fields': 'It takes no fields.',
    required: 'required',
    default: 'default {value}',
    problems: 'What a refusal may say',
    'problems-intro':
      'A request that cannot be accepted is answered with a problem (RFC 9457). Its code never changes with the language.',
    spec: 'The same as OpenAPI',
  },
  ko: {
    title: 'API 안내',
    intro: '이 페이지의 모든 기능은 HTTP 요청 하나로 사용할 수 있습니다. 요청을 검사하는 스키마 그대로 모두 표시합니다.',
    fields: '필드',
    field: '필드',
    type: '형식',
    meaning: '설명',
    answers: '응답',
    example: '예시',
    try: '실행해 보기',
    'no-fields': '입력할 필드가 없습니다.',
    required: '필수',
    default: '기본값 {value}',
    problems: '요청이 거부될 때',
    'problems-intro': '받아들일 수 없는 요청에는 문제 응답(RFC 9457)을 보냅니다. 코드는 언어와 관계없이 같습니다.',
    spec: 'OpenAPI로 보기',
  },
})
