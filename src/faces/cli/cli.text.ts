import { defineText } from '../../contract/text.ts'

export const cliText = defineText({
  en: {
    'given-twice': '{flag} is given twice',
    'not-json': '{flag} needs a value in JSON',
    'not-ports': '{flag} needs ports such as 8080, 8080/tcp or 9000:80/udp (port outside:port at the device/protocol), or JSON',
    'unexpected-word': 'unexpected argument {word}',
    'see-help': 'See doorstep {tool} --help.',
    'name-a-server': 'Name one with --server URL.',
    'no-effect': '--{flag} has no effect with --server, which checks from another machine',
    'server-failed': '{server} cannot be asked: {reason}',
    'server-redirects': '{server} redirects to {location}: give that address to --server',
    'not-a-doorstep': '{server} does not answer as a doorstep does (HTTP {status})',
    'no-answer-in-time': 'no answer within {seconds} seconds',
    'cut-answer': 'the answer ended early',
    'long-answer': 'the answer is too long',
    'other-version': '{server} answers in a form that this version does not know: install the same version of doorstep on both',
  },
  ko: {
    'given-twice': '{flag} 옵션을 두 번 지정했습니다',
    'not-json': '{flag} 옵션에는 JSON 값이 필요합니다',
    'not-ports':
      '{flag} 옵션에는 8080, 8080/tcp, 9000:80/udp(외부 포트:기기 포트/프로토콜)와 같은 포트 또는 JSON 값이 필요합니다',
    'unexpected-word': '알 수 없는 인수가 있습니다: {word}',
    'see-help': '도움말: doorstep {tool} --help',
    'name-a-server': '--server URL 옵션으로 서버를 지정하십시오.',
    'no-effect': '--server 옵션을 쓰면 다른 컴퓨터에서 검사하므로 --{flag} 옵션은 적용되지 않습니다',
    'server-failed': '{server} 서버에 요청하지 못했습니다: {reason}',
    'server-redirects': '{server} 서버가 {location} 주소로 리디렉션합니다. --server 옵션에 그 주소를 지정하십시오',
    'not-a-doorstep': '{server} 서버의 응답이 doorstep의 응답이 아닙니다(HTTP {status})',
    'no-answer-in-time': '{seconds}초 안에 응답이 없습니다',
    'cut-answer': '응답이 도중에 끊어졌습니다',
    'long-answer': '응답이 너무 깁니다',
    'other-version': '{server} 서버의 응답 형식을 이 버전에서 해석할 수 없습니다. 양쪽에 같은 버전의 doorstep을 설치하십시오',
  },
})
