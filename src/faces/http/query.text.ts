import { defineText } from '../../contract/text.ts'

export const queryText = defineText({
  en: {
    'too-long': 'A query may be at most {limit} bytes. Send the fields as JSON in a POST.',
    'not-encoded': 'The query is not percent-encoded UTF-8. Write a percent sign as %25.',
    'given-twice': 'The field "{field}" is given twice. Give it once.',
    'not-ports': 'The field "{field}" takes ports such as 25565/tcp,27015-27030/udp, or JSON.',
    'not-json': 'The field "{field}" takes JSON.',
  },
  ko: {
    'too-long': '쿼리는 {limit}바이트까지만 받습니다. 필드를 JSON 본문에 담아 POST로 보내십시오.',
    'not-encoded': '쿼리가 퍼센트 인코딩된 UTF-8이 아닙니다. 퍼센트 기호는 %25로 쓰십시오.',
    'given-twice': '"{field}" 필드를 두 번 보냈습니다. 한 번만 보내십시오.',
    'not-ports': '"{field}" 필드에는 25565/tcp,27015-27030/udp와 같은 포트 또는 JSON 값이 필요합니다.',
    'not-json': '"{field}" 필드에는 JSON 값이 필요합니다.',
  },
})
