import { defineText, type Locale } from '../../contract/text.ts'
import type { Option } from '../../settings/options.ts'

export const helpText = defineText({
  en: {
    about: 'Network diagnostics and router guidance over an HTTP API',
    usage: 'Usage: doorstep [COMMAND or TOOL] [FLAGS]',
    'tool-help': 'doorstep help NAME shows what a tool or a command at home takes.',
    variables: `Every flag can also be set by an environment variable: --city-db is
DOORSTEP_CITY_DB. A flag takes precedence.`,
    signals: `SIGTERM stops the server gracefully. Ctrl-C stops it once running requests have
ended. SIGHUP reloads the files that the settings name.`,
    default: 'default: {value}',
    Commands: 'Commands',
    'At home': 'On a computer at home',
    Tools: 'Tools',
    'Other flags': 'Other flags',
    Listening: 'Listening',
    'Behind a proxy': 'Behind a proxy',
    Limits: 'Limits',
    Checks: 'Checks',
    Data: 'Data',
    Monitoring: 'Monitoring',
    'Command line': 'Command line',
  },
  ko: {
    about: '네트워크 진단과 공유기 설정 안내를 제공하는 HTTP API',
    usage: '사용법: doorstep [명령 또는 도구] [옵션]',
    'tool-help': 'doorstep help NAME 명령으로 도구나 집에서 쓰는 명령의 입력값을 볼 수 있습니다.',
    variables: `모든 옵션은 환경 변수로도 지정할 수 있습니다. --city-db는 DOORSTEP_CITY_DB이며,
둘 다 있으면 옵션을 따릅니다.`,
    signals: `SIGTERM을 받으면 새 요청을 받지 않고 끝냅니다. Ctrl-C를 누르면 처리 중인 요청을
마친 뒤 끝냅니다. SIGHUP을 받으면 설정에 지정한 파일을 다시 읽습니다.`,
    default: '기본값: {value}',
    Commands: '명령',
    'At home': '집에 있는 컴퓨터에서 쓰는 명령',
    Tools: '도구',
    'Other flags': '그 밖의 옵션',
    Listening: '수신',
    'Behind a proxy': '프록시 뒤에서 실행할 때',
    Limits: '한도',
    Checks: '검사',
    Data: '데이터',
    Monitoring: '모니터링',
    'Command line': '명령줄',
  },
})

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

/** The Korean meanings of settings; the English ones stand beside what they describe. */
const KOREAN: Readonly<Record<string, string>> = {
  '--host': '수신할 주소. ::이면 IPv4와 IPv6를 모두 받습니다. unix:/path이면 이 컴퓨터의 프록시가 쓸 소켓 파일을 만듭니다',
  '--port': '수신할 포트. 0이면 빈 포트를 골라 로그에 남깁니다',
  '--echo-port': '집에서 실행한 doorstep에 주소가 몇 번 변환되는지 알려 주는 UDP 포트(리눅스, IPv4)',
  '--trusted-proxies': '클라이언트 주소를 알려 주는 헤더를 믿을 프록시(주소 또는 CIDR 대역, 소켓 파일은 unix)',
  '--client-ip-header': '클라이언트 주소를 읽을 헤더. {words} 중 하나',
  '--public-origins': '브라우저가 이 서버에 접속할 때 쓰는 오리진(https://ip.example.com)',
  '--pair-secret':
    '/api/pair 토큰을 만드는 비밀값(32바이트 이상). 같은 이름으로 여러 인스턴스를 실행한다면 모두 같은 값을 씁니다',
  '--places': '방문자의 브라우저가 직접 함께 요청할 수 있는 다른 doorstep 서버(Seoul=https://a.example). 최대 8개',
  '--redis-url': '여러 인스턴스가 한도를 함께 쓰는 Redis 또는 Valkey 서버',
  '--allow-targets': '검사를 허용할 비공인 주소(실습망, LAN). 지정하면 다른 사이트의 페이지에서는 도구를 실행할 수 없습니다',
  '--deny-targets': '검사를 막을 주소. --allow-targets보다 우선합니다',
  '--deny-ports': '다른 호스트에 접속하지 않을 포트와 범위(예: 1-1024). 비워 두면 모두 허용합니다',
  '--resolvers': 'DNS 서버 세 개. 각각 id=주소[:포트]이며, id=system이면 /etc/resolv.conf를 읽습니다',
  '--ddns-domains': 'ddns-match에서 받을 도메인',
  '--extra-ca': '내장된 루트 인증서에 더해 신뢰할 루트 인증서(PEM)',
  '--show-local-hops': '서버가 있는 네트워크의 라우터도 traceroute와 ping 결과에 표시합니다',
  '--contact': 'HTTP 검사의 User-Agent에 넣을 URL 또는 이메일 주소',
  '--rate-limit':
    '클라이언트(IPv4 주소, IPv6 /64)가 초, 분, 시간마다 보낼 수 있는 요청의 가중치. off이면 이 한도와 전체 요청 한도를 모두 끕니다',
  '--max-concurrency': '모든 클라이언트를 통틀어 동시에 실행할 수 있는 검사 수',
  '--city-db': '직접 준비한 도시 데이터베이스(MaxMind, DB-IP, IPinfo의 MMDB)',
  '--asn-db': '직접 준비한 네트워크 데이터베이스(MMDB)',
  '--catalog-dir': '직접 준비한 공유기, 서비스, 통신사 목록(JSON). 내장된 목록 위에 적용합니다',
  '--workers': '포트 하나를 함께 쓰는 프로세스 수(Linux). auto이면 코어마다 하나씩 시작합니다',
  '--replace':
    '포트를 쓰고 있는 doorstep에서 포트를 넘겨받고, 나중에 다른 doorstep에도 넘겨줍니다(Linux). 이전 doorstep은 종료됩니다',
  '--tls-cert': 'HTTPS에 쓸 인증서 체인(PEM). --tls-key와 함께 지정합니다',
  '--tls-key': '그 인증서의 개인 키(PEM)',
  '--compat': 'echoip의 경로(/json, /country, /port/443)와 Transmission의 포트 시험 경로(/443)에 응답합니다',
  '--log-level': '로그에 남길 최소 수준. {words} 중 하나',
  '--log-format': '{words} 중 하나. auto이면 터미널에서는 텍스트, 그 밖에는 JSON으로 남깁니다',
  '--access-log':
    '모든 요청을 로그에 남깁니다. 클라이언트 주소는 남기지 않거나, /24 또는 /48까지만 남기거나, 그대로 남길 수 있습니다',
  '--metrics': 'Prometheus 메트릭. /metrics 또는 별도의 주소와 포트에서 제공합니다',
  '--data-dir': 'doorstep data update가 새 데이터를 넣는 폴더. 내장된 데이터보다 먼저 씁니다',
  '--server': '이 컴퓨터 대신 명령줄 도구를 실행할 doorstep 서버',
  '--theme': '웹 페이지에 쓸 이름, 로고, 색상, 링크(JSON)',
  '--tools-dir': '직접 만든 도구(.ts, .js 플러그인). 내장된 도구와 함께 제공합니다',
}

/** Returns the meaning of a setting in a language. */
export function meaningOf({ flag, meaning, words = [] }: Option, locale: Locale): string {
  return locale === 'ko' ? (KOREAN[`--${flag}`]?.replace('{words}', words.join(', ')) ?? meaning) : meaning
}
