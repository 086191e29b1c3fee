import { defineText, inBoth } from '../../contract/text.ts'

const CLI_WORDS = inBoth({
  link: ['This result as a link:', '이 결과의 링크:'],
  'no-link': ['This result does not fit into a link.', '이 결과는 링크에 담을 수 없습니다.'],
  'not-a-folder': ['--data-dir: {path} is not a folder', '--data-dir: {path} - 폴더가 아닙니다'],
  'needs-value': ['{flag} needs a value', '{flag} 옵션에 값이 필요합니다'],
  'given-twice': ['{flag} is given twice', '{flag} 옵션을 두 번 지정했습니다'],
  'not-one-of': ['{flag}: {value} is not one of {words}', '{flag}: {value} - 다음 중 하나가 아닙니다: {words}'],
  'unexpected-after': ['unexpected argument {word} after "{verb}"', '"{verb}" 명령 뒤에 알 수 없는 인수가 있습니다: {word}'],
  'completion-needs': ['completion needs one of {words}', 'completion 명령에는 다음 중 하나가 필요합니다: {words}'],
  'no-places': ['{server} names no other places', '{server} 서버에는 등록된 다른 장소가 없습니다'],
  ready: ['ready', '준비되었습니다'],
  'not-ready': ['not ready: port {port} {reason}', '준비되지 않았습니다: {port}번 포트 - {reason}'],
  'not-ready-file': ['not ready: {file} {reason}', '준비되지 않았습니다: {file} - {reason}'],
  licences: ['licences', '라이선스'],
  types: ['types', '타입'],
  warning: ['warning: {text}', '경고: {text}'],
  'not-json': ['{flag} needs a value in JSON', '{flag} 옵션에는 JSON 값이 필요합니다'],
  'unknown-command': ['unknown command {name}: see doorstep --help', '알 수 없는 명령입니다: {name}. 도움말: doorstep --help'],
  'unexpected-word': ['unexpected argument {word}', '알 수 없는 인수가 있습니다: {word}'],
  'see-help': ['See doorstep {tool} --help.', '도움말: doorstep {tool} --help'],
  'name-a-server': ['Name one with --server URL.', '--server URL 옵션으로 서버를 지정하십시오.'],
  'server-failed': ['{server} cannot be asked: {reason}', '{server} 서버에 요청하지 못했습니다: {reason}'],
  'no-such-address': ['{server} has no IPv{family} address', '{server} 서버에 IPv{family} 주소가 없습니다'],
  'no-answer-in-time': ['no answer within {seconds} seconds', '{seconds}초 안에 응답이 없습니다'],
  'cut-answer': ['the answer ended early', '응답이 도중에 끊어졌습니다'],
  'long-answer': ['the answer is too long', '응답이 너무 깁니다'],
})

export const cliText = defineText({
  en: {
    ...CLI_WORDS.en,
    'link-needs-server': '--link needs one --server URL, whose page draws the result',
    'link-of-own': 'This result as a link, without host names, addresses at home and the last part of your public address:',
    'all-needs-server': '--all needs --server URL, the doorstep that runs the tools',
    'any-needs-places': '--any needs --places, which asks several',
    'places-need-server': '--places needs --server URL, which names the other places',
    'version-of-tool': '--version does not belong to a tool: see doorstep --version',
    'port-unknown': '--port: 0 lets the server pick a port, so healthcheck cannot know it',
    'not-embedded': 'the {what} are in the executable: npm run build, then dist/doorstep {command}',
    'not-ports':
      '{flag} needs ports such as 8080, 27015-27030/udp or 9000:80/tcp (port outside:port at the device/protocol), or JSON',
    'unknown-command-near': 'unknown command {name}: did you mean "{near}"?',
    'other-program': 'unknown command "{name}": {tool} does that here, see doorstep help {tool}',
    'short-alone': '--short prints one value, so --{flag} does not go with it',
    'no-effect': '--{flag} has no effect with --server, which checks from another machine',
    'not-trusted':
      'its certificate is not from an authority that is trusted here ({code}); if the server is your own, add --extra-ca FILE with its certificate',
    'nothing-answers': 'nothing answers at port {port}; check that address and your connection to the internet',
    'name-not-found': 'its name was not found; check it and your connection to the internet',
    'server-redirects': '{server} redirects to {location}: give that address to --server',
    'not-a-doorstep': '{server} does not answer as a doorstep does (HTTP {status})',
    'other-version': '{server} answers in a form that this version does not know: install the same version of doorstep on both',
  },
  ko: {
    ...CLI_WORDS.ko,
    'link-needs-server': '--link 옵션을 쓰려면 결과를 보여 줄 서버 하나를 --server URL 옵션으로 지정해야 합니다',
    'link-of-own': '이 결과의 링크(도메인, 내부 IP, 공인 IP의 끝부분은 들어 있지 않습니다):',
    'all-needs-server': '--all 옵션을 쓰려면 도구를 실행할 doorstep 서버를 --server URL 옵션으로 지정해야 합니다',
    'any-needs-places': '--any 옵션은 여러 곳에서 확인하는 --places 옵션과 함께 써야 합니다',
    'places-need-server': '--places 옵션을 쓰려면 다른 장소의 목록이 있는 서버를 --server URL 옵션으로 지정해야 합니다',
    'version-of-tool': '도구에는 --version 옵션이 없습니다. 버전은 doorstep --version으로 확인하십시오',
    'port-unknown': '--port: 0이면 서버가 포트를 고르므로 healthcheck 명령으로는 그 포트를 알 수 없습니다',
    'not-embedded':
      '{what} 내용은 실행 파일에 들어 있습니다. npm run build를 실행한 다음 dist/doorstep {command} 명령을 쓰십시오',
    'not-ports':
      '{flag} 옵션에는 8080, 27015-27030/udp, 9000:80/tcp(외부 포트:기기 포트/프로토콜)와 같은 포트 또는 JSON 값이 필요합니다',
    'unknown-command-near': '알 수 없는 명령입니다: {name}. 혹시 "{near}" 명령입니까?',
    'other-program': '알 수 없는 명령입니다: "{name}". doorstep에서는 {tool} 명령을 쓰십시오. 도움말: doorstep help {tool}',
    'short-alone': '--short 옵션은 값 하나만 출력하므로 --{flag} 옵션과 함께 쓸 수 없습니다',
    'no-effect': '--server 옵션을 쓰면 다른 컴퓨터에서 검사하므로 --{flag} 옵션은 적용되지 않습니다',
    'not-trusted':
      '이 컴퓨터에서 신뢰하는 기관이 발급한 인증서가 아닙니다({code}). 직접 운영하는 서버라면 --extra-ca FILE 옵션으로 그 인증서를 지정하십시오',
    'nothing-answers': '{port}번 포트에서 응답이 없습니다. 서버 주소와 인터넷 연결을 확인하십시오',
    'name-not-found': '서버 이름을 찾지 못했습니다. 이름과 인터넷 연결을 확인하십시오',
    'server-redirects': '{server} 서버가 {location} 주소로 리디렉션합니다. --server 옵션에 그 주소를 지정하십시오',
    'not-a-doorstep': '{server} 서버의 응답이 doorstep의 응답이 아닙니다(HTTP {status})',
    'other-version': '{server} 서버의 응답 형식을 이 버전에서 해석할 수 없습니다. 양쪽에 같은 버전의 doorstep을 설치하십시오',
  },
})

export const manyText = defineText({
  en: {
    'no-address': 'There is no IP address in this line. Give each line an address, alone or within other text.',
    'not-with-input': '{flag} does not go with "-": the addresses on standard input are looked up on this machine',
  },
  ko: {
    'no-address': '이 줄에 IP 주소가 없습니다. 줄마다 IP 주소가 하나씩 있어야 하며, 앞뒤에 다른 글자가 있어도 됩니다.',
    'not-with-input': '"-"와 {flag} 옵션은 함께 쓸 수 없습니다. 표준 입력으로 받은 IP 주소는 이 컴퓨터에서 조회합니다',
  },
})

const CHECK_WORDS = inBoth({
  settings: ['settings', '설정'],
  ok: ['{what}: ok', '{what}: 정상'],
  'ok-named': ['{what}: {name} ok', '{what}: {name} 정상'],
  'ok-dated': ['{what}: {name} ok, {date}', '{what}: {name} 정상, {date}'],
  warning: ['{what}: warning: {text}', '{what}: 경고: {text}'],
  'no-tools': ['the folder has no tools', '폴더에 도구가 없습니다'],
  'no-answer': ['{name}: fails for {example}: {error}', '{name}: {example} 요청을 처리하다가 오류가 발생했습니다: {error}'],
  'bad-data': ['{flag}: {faults}', '{flag}: 데이터를 사용할 수 없습니다: {faults}'],
  'not-a-schema': ['--schema: {name} is not one of {names}', '--schema: {name} - 다음 중 하나가 아닙니다: {names}'],
})

/** The lines of `doorstep check`. */
export const checkText = defineText({
  en: {
    ...CHECK_WORDS.en,
    'ok-counted': '{what}: {name} ok, {added} added, {replaced} replaced',
    'ok-without-data': '{what}: ok, without data: those in the file are used',
    'wrong-answer': '{name}: the answer to {example} does not match its schema: {field}: {rule}',
    untried: '{name}: its answers were not judged, since its field {field} has no examples',
  },
  ko: {
    ...CHECK_WORDS.ko,
    'ok-counted': '{what}: {name} 정상, 추가 {added}개, 교체 {replaced}개',
    'ok-without-data': '{what}: 정상. 데이터가 없으므로 실행 파일에 내장된 데이터를 사용합니다',
    'wrong-answer': '{name}: {example} 요청에 대한 응답이 결과 스키마와 다릅니다. {field}: {rule}',
    untried: '{name}: {field} 필드에 예시(examples)가 없어 응답을 확인하지 못했습니다',
  },
})

/** The headings of a list of tools, by their groups. */
export const listsText = defineText(
  inBoth({
    ip: ['Addresses', 'IP 주소'],
    dns: ['Names', '도메인 이름'],
    port: ['Ports and services', '포트와 서비스'],
    path: ['Paths', '네트워크 경로'],
    web: ['HTTP and certificates', 'HTTP와 인증서'],
    router: ['The router', '공유기'],
  }),
)

export const catalogText = defineText(
  inBoth({
    brands: ['Routers (--router-brand)', '공유기(--router-brand)'],
    services: ['Services (--use-case)', '서비스(--use-case)'],
    providers: ['Providers (--isp)', '통신사(--isp)'],
    taken: ['The tools take "{words}" for {id}.', '도구에 "{words}" 값을 입력하면 {id} 항목으로 찾습니다.'],
    nothing: ['nothing in the catalogue is called {words}', '목록에서 찾을 수 없습니다: {words}'],
  }),
)

export const watchText = defineText({
  en: {
    started: 'checks every {span}, and prints only what changes; Ctrl-C ends it',
    'not-checked': 'not checked at {at}: {why} (next try in {span})',
    'not-a-span':
      '--watch: {value} is not a length of time between 30s and 24h, such as 10m: each check counts at the server that is asked',
    'needs-watch': '--on-change needs --watch TIME, such as --watch 10m',
    'no-link': '--link does not work with --watch',
    'empty-command': '--on-change needs a command of the shell',
    'command-failed': 'the command of --on-change ended with {code}',
    'command-hung': 'the command of --on-change was ended after {seconds} seconds',
    'no-end': 'no result after {seconds} seconds',
    'no-answer': 'no result (exit status {code})',
  },
  ko: {
    started: '{span}마다 검사하고 달라진 내용만 출력합니다. Ctrl-C를 누르면 끝납니다',
    'not-checked': '{at} 검사하지 못했습니다: {why} ({span} 뒤에 다시 시도)',
    'not-a-span':
      '--watch 옵션에 10m처럼 30s부터 24h까지의 시간을 지정하십시오: {value}. 검사할 때마다 서버의 요청 한도를 사용합니다',
    'needs-watch': '--on-change 옵션은 --watch 10m처럼 --watch 옵션과 함께 지정해야 합니다',
    'no-link': '--link 옵션은 --watch 옵션과 함께 쓸 수 없습니다',
    'empty-command': '--on-change 옵션에 셸 명령을 지정하십시오',
    'command-failed': '--on-change로 지정한 명령이 실패했습니다(종료 코드 {code})',
    'command-hung': '--on-change로 지정한 명령이 {seconds}초 안에 끝나지 않아 종료했습니다',
    'no-end': '{seconds}초 안에 결과가 나오지 않았습니다',
    'no-answer': '결과가 없습니다(종료 코드 {code})',
  },
})
