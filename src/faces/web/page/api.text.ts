import { defineText, inBoth } from '../../../contract/text.ts'

const WORDS = inBoth({
  title: ['API', 'API 안내'],
  spec: ['The same as OpenAPI', 'OpenAPI로 보기'],
  'how.format': ['Format', '응답 형식'],
  'how.status': ['Status', '상태 코드'],
  'how.stream': ['Streaming', '실시간 응답'],
  'how.language': ['Language', '언어'],
  'how.limits': ['Limits', '사용 한도'],
  'how.agents': ['AI agents', 'AI 에이전트'],
  field: ['Field', '필드'],
  type: ['Type', '형식'],
  meaning: ['Meaning', '설명'],
  answers: ['Fields of the answer', '응답의 필드'],
  example: ['Example of an answer', '응답 예시'],
  'example-none': ['There is no example.', '예시가 없습니다.'],
  try: ['Try it', '실행해 보기'],
  'no-fields': ['It takes no fields.', '입력할 필드가 없습니다.'],
  required: ['required', '필수'],
  default: ['default {value}', '기본값 {value}'],
  problems: ['What a refusal may say', '요청이 거부될 때'],
})

/** The reference of the API. */
export const apiText = defineText({
  en: {
    ...WORDS.en,
    intro: 'Everything on this page is one HTTP request, which you can send from a script as well.',
    'how.format-is':
      'JSON. `?format=text` or `Accept: text/plain` gives text for a terminal, and `&details=on` everything. `?format=short` gives the one value that a script wants.',
    'how.status-is':
      '200, whatever a check found. With `?strict=1`, 200 where nothing has to be done, 503 where something has, and 502 where nothing could be said.',
    'how.stream-is':
      '`Accept: text/event-stream`, or `?format=ndjson` for a line of JSON each: the steps of a check as they come, then its result.',
    'how.language-is': '`Accept-Language: ko` translates sentences and names. Fields, codes and statuses stay the same.',
    'how.limits-is':
      'What asks other servers counts towards your allowance. The header `RateLimit` and `GET /api/limits` say what is left; when nothing is, 429 comes with `Retry-After`.',
    'how.agents-is': '`POST /mcp` offers the same over the Model Context Protocol.',
    'problems-intro':
      'A request that cannot be accepted is answered with a problem (RFC 9457). Its code never changes with the language.',
  },
  ko: {
    ...WORDS.ko,
    intro: '이 페이지의 모든 기능은 HTTP 요청 하나로 사용할 수 있으며, 스크립트에서도 그대로 보낼 수 있습니다.',
    'how.format-is':
      'JSON입니다. `?format=text`나 `Accept: text/plain`을 보내면 터미널용 텍스트로 응답하고, `&details=on`을 더하면 모든 내용을 담습니다. `?format=short`는 스크립트에 필요한 값 하나만 보냅니다.',
    'how.status-is':
      '검사 결과와 관계없이 200입니다. `?strict=1`을 보내면 고칠 것이 없을 때 200, 고칠 것이 있을 때 503, 판단할 수 없을 때 502로 응답합니다.',
    'how.stream-is':
      '`Accept: text/event-stream`을 보내면 검사 단계를 나오는 대로 받고 마지막에 결과를 받습니다. `?format=ndjson`은 한 줄에 JSON 하나씩입니다.',
    'how.language-is': '`Accept-Language: ko`를 보내면 문장과 이름이 한국어로 바뀝니다. 필드와 코드, 상태 값은 바뀌지 않습니다.',
    'how.limits-is':
      '다른 서버에 요청을 보내는 기능은 한도에서 차감됩니다. 남은 양은 `RateLimit` 헤더와 `GET /api/limits`에 있으며, 다 쓰면 `Retry-After`와 함께 429로 응답합니다.',
    'how.agents-is': '`POST /mcp`에서 MCP(Model Context Protocol)로 같은 기능을 사용할 수 있습니다.',
    'problems-intro': '받아들일 수 없는 요청에는 문제 응답(RFC 9457)을 보냅니다. 코드는 언어와 관계없이 같습니다.',
  },
})
