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

export const manyText = defineText({
  en: {
    'too-many-lines': 'A request may have at most {limit} lines, and this one has {lines}. Send them in several requests.',
    crowded: 'Too many requests with many lines are being answered. Try again in {seconds} s.',
  },
  ko: {
    'too-many-lines': '요청 한 번에 {limit}줄까지 보낼 수 있는데 {lines}줄이 왔습니다. 여러 번에 나누어 보내십시오.',
    crowded: '여러 줄로 된 요청이 한꺼번에 너무 많이 들어왔습니다. {seconds}초 후에 다시 시도하십시오.',
  },
})

export const probeText = defineText({
  en: {
    module: 'The field "module" takes one of: {modules}.',
    target: 'The field "target" of the module {module} takes, for example, {example}. {detail}',
    missing: 'It is missing.',
    'not-own': 'This module checks only whoever asks: name one of your own ports or a service, not an address.',
    'no-port': 'This service does not need an open port.',
    unknown: 'The field "{field}" is not known here: a probe has "module" and "target".',
    timeout: 'The header {header} takes a number of seconds above 0.',
    nothing: 'There are no metrics. {headline}',
  },
  ko: {
    module: '"module" 필드에는 {modules} 중 하나를 넣으십시오.',
    target: '{module} 모듈의 "target" 필드에는 {example} 같은 값을 넣으십시오. {detail}',
    missing: '값이 없습니다.',
    'not-own': '이 모듈은 요청을 보낸 쪽만 점검합니다. 주소가 아니라 본인의 포트나 서비스를 지정하십시오.',
    'no-port': '이 서비스는 포트를 열 필요가 없습니다.',
    unknown: '"{field}" 필드는 사용할 수 없습니다. 여기서는 "module"과 "target"만 받습니다.',
    timeout: '{header} 헤더에는 0보다 큰 초 단위 숫자를 넣으십시오.',
    nothing: '메트릭을 보내지 않습니다. {headline}',
  },
})
