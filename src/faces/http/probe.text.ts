import { defineText } from '../../contract/text.ts'

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
