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
