/** The words of every help: of doorstep, of its commands, of its manual and of a tool. */

import { defineText, inBoth } from '../../contract/text.ts'

export const helpText = defineText(
  inBoth({
    about: ['Network diagnostics and router guidance over an HTTP API', '네트워크 진단과 공유기 설정 안내를 제공하는 HTTP API'],
    usage: ['Usage: doorstep [COMMAND or TOOL] [FLAGS]', '사용법: doorstep [명령 또는 도구] [옵션]'],
    'tool-help': [
      'doorstep help NAME shows what a tool or a command at home takes.',
      'doorstep help NAME 명령으로 도구나 집에서 쓰는 명령의 입력값을 볼 수 있습니다.',
    ],
    variables: [
      `Every flag can also be set by an environment variable: --city-db is
DOORSTEP_CITY_DB. A flag takes precedence.`,
      `모든 옵션은 환경 변수로도 지정할 수 있습니다. --city-db는 DOORSTEP_CITY_DB이며,
둘 다 있으면 옵션을 따릅니다.`,
    ],
    signals: [
      `SIGTERM stops the server gracefully. Ctrl-C stops it once running requests have
ended. SIGHUP reloads the files that the settings name.`,
      `SIGTERM을 받으면 새 요청을 받지 않고 끝냅니다. Ctrl-C를 누르면 처리 중인 요청을
마친 뒤 끝냅니다. SIGHUP을 받으면 설정에 지정한 파일을 다시 읽습니다.`,
    ],
    default: ['default: {value}', '기본값: {value}'],
    Commands: ['Commands', '명령'],
    'At home': ['On a computer at home', '집에 있는 컴퓨터에서 쓰는 명령'],
    Tools: ['Tools', '도구'],
    'Other flags': ['Other flags', '그 밖의 옵션'],
    Listening: ['Listening', '수신'],
    'Behind a proxy': ['Behind a proxy', '프록시 뒤에서 실행할 때'],
    Limits: ['Limits', '한도'],
    Checks: ['Checks', '검사'],
    Data: ['Data', '데이터'],
    Monitoring: ['Monitoring', '모니터링'],
    'Command line': ['Command line', '명령줄'],
  }),
)

/** The lines of help about commands that are not tools: what is written, and what it means. */
export const commandsText = defineText({
  en: {
    serve: 'Start the server (the default)',
    check: 'Report every mistake in the settings and in the files they name, without starting the server',
    'check --schema [NAME]':
      'Print the JSON Schemas of the files in --catalog-dir, or of one: brands, services, providers, platforms, ddns',
    doctor: 'Print what this machine can check, and the line that would change it',
    tools: 'List the tools; with --json, also their schemas',
    'tools --types': 'Print the types that plug-ins are written with, for doorstep.d.ts',
    'catalog [LIST] [WORDS]': 'Search the brands, services and providers that the tools know',
    data: 'Print which IP data are in use: origins, licences and ages',
    'data build --out FILE':
      'Make a data file from files of DB-IP, GeoLite2, IPinfo, iptoasn or ip-location-db: see doorstep data build --help',
    'data update --from FILE|URL':
      'Put newer data into --data-dir, checked; running servers take them: see doorstep data update --help',
    'data rollback': 'Return to the data in --data-dir before the last update',
    mcp: 'Offer the tools to an agent on this machine: MCP over standard input and output. --server (one) runs those that need a view from outside, with --all every tool. --home adds home, which looks at this network from inside',
    healthcheck: 'Exit with 0 if the server that these settings describe is ready, otherwise with 1',
    licenses: 'Print the licence of every part of this file, with its text',
    'completion bash|zsh|fish': 'Print the script that completes command lines in that shell',
    man: 'Print the manual page: doorstep man > doorstep.1',
    help: 'Print this help',
    'help NAME': 'Show what a tool or a command at home takes, with limits and examples',
    version: 'Print the version',
  },
  ko: {
    serve: '서버를 시작합니다(기본 명령)',
    check: '서버를 시작하지 않고, 설정과 설정에 지정한 파일의 오류를 모두 보여 줍니다',
    'check --schema [NAME]':
      '--catalog-dir 폴더에 넣는 파일의 JSON Schema를 출력합니다. 하나만 고를 수도 있습니다: brands, services, providers, platforms, ddns',
    doctor: '이 컴퓨터에서 할 수 있는 검사와, 할 수 없는 검사를 가능하게 하는 명령을 보여 줍니다',
    tools: '도구 목록을 출력합니다. --json을 붙이면 스키마도 출력합니다',
    'catalog [LIST] [WORDS]': '도구에 입력할 수 있는 공유기(brands), 서비스(services), 통신사(providers)를 찾습니다',
    'tools --types': '플러그인을 작성할 때 쓰는 타입을 출력합니다(doorstep.d.ts에 저장)',
    data: '사용 중인 IP 데이터의 출처, 라이선스, 경과 일수를 보여 줍니다',
    'data build --out FILE':
      'DB-IP, GeoLite2, IPinfo, iptoasn, ip-location-db 파일로 데이터 파일을 만듭니다. 도움말: doorstep data build --help',
    'data update --from FILE|URL':
      '새 데이터를 검증한 뒤 --data-dir 폴더에 넣습니다. 실행 중인 서버에도 적용됩니다. 도움말: doorstep data update --help',
    'data rollback': '--data-dir 폴더의 데이터를 마지막 갱신 이전으로 되돌립니다',
    mcp: '이 컴퓨터의 에이전트에 도구를 제공합니다(표준 입출력을 쓰는 MCP). --server를 하나 지정하면 외부에서 확인해야 하는 도구를, --all까지 지정하면 모든 도구를 그 서버에서 실행합니다. --home을 지정하면 이 네트워크를 집 안에서 확인하는 home도 제공합니다',
    healthcheck: '이 설정으로 실행한 서버가 준비되었으면 종료 코드 0, 아니면 1로 끝납니다',
    licenses: '이 파일에 포함된 모든 구성 요소의 라이선스 전문을 출력합니다',
    'completion bash|zsh|fish': '셸의 명령 자동 완성 스크립트를 출력합니다',
    man: '매뉴얼 페이지를 출력합니다: doorstep man > doorstep.1',
    help: '이 도움말을 출력합니다',
    'help NAME': '도구나 집에서 쓰는 명령의 입력값, 한도, 예를 보여 줍니다',
    version: '버전을 출력합니다',
  },
})
export type Usage = keyof typeof commandsText.en

/** The headings of the manual, which are those of other manuals in that language. */
export const manText = defineText(
  inBoth({
    title: ['User Commands', '사용자 명령'],
    name: ['NAME', '이름'],
    synopsis: ['SYNOPSIS', '사용법'],
    commands: ['COMMANDS', '명령'],
    'at-home': ['COMMANDS AT HOME', '집에서 쓰는 명령'],
    tools: ['TOOLS', '도구'],
    'flags-of-tools': ['FLAGS OF TOOLS', '도구의 옵션'],
    settings: ['SETTINGS', '설정'],
    'exit-status': ['EXIT STATUS', '종료 코드'],
    signals: ['SIGNALS', '시그널'],
    command: ['COMMAND', '명령'],
    tool: ['TOOL', '도구'],
    flags: ['FLAGS', '옵션'],
  }),
)

const TOOL_WORDS = inBoth({
  usage: ['Usage', '사용법'],
  flags: ['[FLAGS]', '[옵션]'],
  fields: ['Fields', '필드'],
  examples: ['Examples', '예'],
  others: ['Flags', '옵션'],
  exit: ['Exit status', '종료 코드'],
  settings: ['Settings', '설정'],
  required: ['required', '필수'],
  default: ['default: {value}', '기본값: {value}'],
  range: ['{minimum} to {maximum}', '{minimum}부터 {maximum}까지'],
  'at-least': ['at least {minimum}', '{minimum} 이상'],
  'length-max': ['at most {maximum} characters', '최대 {maximum}자'],
  'entries-max': ['at most {maximum} entries', '최대 {maximum}개'],
  'such-as': ['such as {value}', '예: {value}'],
  details: ['Print everything, also what most readers do not need', '자세한 내용까지 모두 출력합니다'],
  'short-text': ['Print only the one value for a script: the text itself', '스크립트에서 쓸 텍스트만 출력합니다'],
  short: ['Print only the one value that a script wants', '스크립트에서 쓸 값만 출력합니다'],
  json: ['Print JSON, with the fields that the HTTP API answers with', 'HTTP API와 같은 필드의 JSON으로 출력합니다'],
  'json-at-home': ['Print the whole result as JSON', '결과 전체를 JSON으로 출력합니다'],
  help: ['Print this help', '이 도움말을 출력합니다'],
  'exit-0-only': ['The check ran.', '검사를 실행했습니다.'],
  'exit-1': ['The check ran, and something has to be changed.', '검사 결과 고칠 것이 있습니다.'],
  'exit-0-at-home': ['It ran, and "{field}" is {good}.', '실행했고 "{field}" 값이 다음과 같습니다: {good}.'],
  'exit-1-at-home': ['It ran, and found or did something else.', '실행했으나 다른 결과로 끝났습니다.'],
  or: [' or ', ' 또는 '],
  text: ['TEXT', '텍스트'],
  number: ['NUMBER', '숫자'],
  'port-list': ['PORTS', '포트목록'],
})

/** The sentences of the help of a tool or of a command at home. */
export const toolHelpText = defineText({
  en: {
    ...TOOL_WORDS.en,
    'short-value': 'Print only the one value for a script: {value}; nothing if it is not known',
    'short-list': 'Print only the values for a script, one a line: {value}; nothing if there are none',
    lang: 'Language of texts and names: en or ko; by default, that of the terminal',
    server: 'Ask that doorstep instead of checking from this machine',
    'server-needed': 'Ask that doorstep: this tool checks the connection that a request comes from',
    'server-outside': 'The doorstep that looks from outside; without it, only what can be seen from here is said',
    'server-outside-needed': 'The doorstep that looks from outside, which this command needs',
    places: 'With --server: also ask the other places that it names, and say how they differ',
    any: 'With --places, exit with 0 if at least one finding is good; without it, all have to be',
    link: 'With one --server: print the result as a link to the page of that server, which holds all of it and sends it nowhere',
    watch: 'Repeat the check, that long after each one (30s, 10m, 2h), and print only what changed, until Ctrl-C',
    'on-change':
      'With --watch: run this command of the shell when a new finding was seen twice in a row, with its JSON on standard input',
    words: 'Fields need no flag if they are written in this order.',
    ports:
      'PORTS is a list such as 8080/tcp,9000:80/udp,27015-27030/udp: port outside:port at the device/protocol. JSON works as well.',
    'from-input':
      'With "-" as {field}, addresses or lines of a log are read from standard input. Each line is answered with a line of JSON about its first address, or with its one value (--short).',
    'settings-of': 'These settings of doorstep --help are flags here as well: {flags}.',
    'kebab-case': 'A flag may be written as the field in JSON: --{name} is --{flag}.',
    'exit-0': 'The check ran, and nothing has to be done. Plans, which check nothing, also leave things open.',
    'exit-2-at-home': 'It could not run, or nothing could be said; the message says why.',
    'exit-2': 'Nothing could be said, a flag or a value cannot be used, or the request was refused.',
  },
  ko: {
    ...TOOL_WORDS.ko,
    'short-value': '스크립트에서 쓸 값 하나만 출력합니다: {value}. 값을 알 수 없으면 아무것도 출력하지 않습니다',
    'short-list': '스크립트에서 쓸 값만 한 줄에 하나씩 출력합니다: {value}. 값이 없으면 아무것도 출력하지 않습니다',
    lang: '문장과 이름의 언어(en 또는 ko)입니다. 지정하지 않으면 터미널의 언어를 따릅니다',
    server: '이 컴퓨터에서 검사하지 않고 해당 doorstep 서버에 요청합니다',
    'server-needed': '요청할 doorstep 서버입니다. 이 도구는 요청이 들어온 회선을 확인합니다',
    'server-outside': '외부에서 확인할 doorstep 서버입니다. 지정하지 않으면 이 컴퓨터에서 볼 수 있는 것만 알려 줍니다',
    'server-outside-needed': '외부에서 확인할 doorstep 서버입니다. 이 명령에는 반드시 지정해야 합니다',
    places: '--server와 함께 쓰면, 그 서버에 등록된 다른 장소에도 요청하여 결과가 어떻게 다른지 알려 줍니다',
    any: '--places와 함께 쓰면, 한 곳의 결과라도 정상일 때 종료 코드 0으로 끝납니다. 지정하지 않으면 모두 정상이어야 합니다',
    link: '서버를 하나 지정했을 때, 그 서버의 페이지에서 결과를 볼 수 있는 링크도 출력합니다. 결과는 링크 안에만 들어 있으며 어디로도 전송되지 않습니다',
    watch:
      '검사가 끝날 때마다 지정한 시간(30s, 10m, 2h)이 지나면 다시 검사하고, 달라진 내용만 출력합니다. Ctrl-C를 누르면 끝납니다',
    'on-change':
      '--watch와 함께 씁니다. 새로운 결과가 두 번 연달아 나오면 이 셸 명령을 실행하고, 표준 입력으로 결과의 JSON을 넘깁니다',
    words: '값을 위의 필드 순서대로 쓰면 옵션 이름을 생략할 수 있습니다.',
    ports:
      '포트 목록은 8080/tcp,9000:80/udp,27015-27030/udp와 같이 입력합니다(외부 포트:기기 포트/프로토콜). JSON으로 입력할 수도 있습니다.',
    'from-input':
      '{field} 자리에 "-"를 쓰면 표준 입력에서 IP 주소나 로그를 읽습니다. 줄마다 처음 나오는 IP 주소를 조회해 JSON 한 줄로(--short 옵션을 쓰면 값 하나로) 출력합니다.',
    'settings-of': 'doorstep --help에 나오는 다음 설정도 옵션으로 쓸 수 있습니다: {flags}.',
    'kebab-case': '옵션은 JSON 필드 이름 그대로 쓸 수도 있습니다. --{name} 옵션은 --{flag} 옵션과 같습니다.',
    'exit-0': '검사 결과 조치할 것이 없습니다. 검사 없이 안내만 하는 도구는 아직 알 수 없는 것이 있어도 0입니다.',
    'exit-2-at-home': '실행하지 못했거나 판단할 수 없습니다. 이유는 메시지에 나옵니다.',
    'exit-2': '판단할 수 없습니다. 또는 옵션이나 값을 사용할 수 없거나 요청이 거부되었습니다.',
  },
})
