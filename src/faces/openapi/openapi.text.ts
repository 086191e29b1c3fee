import { defineText } from '../../contract/text.ts'

export const openapiText = defineText({
  en: {
    summary: 'Network diagnostics and router guidance',
    description:
      'What the internet sees of an address, a name, a port or a service, and how to reach a device behind a home router. ' +
      'A check that ran is answered with 200, whatever it found, unless `strict=1` asks for a status; a request that cannot be accepted is answered with a problem (RFC 9457) whose `code` is stable. ' +
      'Texts are in English or Korean, as Accept-Language asks. Every answer may be read from any origin (CORS), every GET path answers HEAD as well, and every path answers OPTIONS. ' +
      'Any other path is answered with `not-found`, any other method with `method-not-allowed`.',
    'group-ip': 'Addresses: yours, and what is known of others',
    'group-dns': 'Names: what name servers answer',
    'group-port': 'Ports: whether a service can be reached',
    'group-path': 'The way to a host',
    'group-web': 'Websites and certificates',
    'group-router': 'Home routers: logging in, forwarding ports',
    'group-service': 'About this server',
    'group-compat': 'The paths of echoip and of the port test of Transmission',
    text: 'The same for a terminal, in UTF-8.',
    'by-default': 'The default is {value}.',
    'in-ms': '{label} (milliseconds)',
    details: 'With "on", a text holds everything, also what most readers do not need. JSON always does.',
    brief: 'With "off", a list holds only what forms need: no schemas of answers, no other names.',
    format: 'Takes precedence over Accept.',
    'streaming-format': 'Takes precedence over Accept. ndjson and sse send events while the check runs, then its result.',
    'short-format': 'short is the one value that a script wants, in one line.',
    'exact-format': 'With "json", the address is the field of an object. Anything else is the address alone.',
    strict:
      'With "1", the status says what was found: 200 where nothing has to be done, 503 where something has, 502 where nothing could be said. The body is the same. Streams have no such status.',
    'strict-bad':
      'With strict=1: something has to be changed (`good` is false). A refusal may have this status as well, and is a problem',
    'strict-unknown': 'With strict=1: nothing could be said (`good` is null)',
    lang: 'The language of texts. Takes precedence over Accept-Language.',
    'short-ports': 'Ports with commas between them, each with its protocol; a range has a hyphen.',
    'accept-language': 'The language of texts: en or ko.',
    words:
      '`words=ko` or `words=en` (RFC 7240): as server-sent events, the answer comes in that language too, without a second check; Preference-Applied says so.',
    'ndjson-stream':
      'JSON, one message a line: events as they happen, then the result. If the check ends early, a problem comes last.',
    'ndjson-bodies':
      'Up to 1,000 bodies, one a line, 64 KiB in all: each line is answered by a line, with the result or with a problem. 50 lines weigh as much as one body.',
    'sse-stream':
      'Server-sent events whose data are JSON: any number of `progress`, then one `result`, and before that `words`, the same in another language, if Prefer asked for it. If the check ends early, a `problem` comes last.',
    'stream-over': 'To text/event-stream with Last-Event-ID: the answer was the end of the stream, and nothing is checked again.',
    'cache-control': 'Whether and how the answer may be cached.',
    'content-language': 'The language of the texts in the answer.',
    'doorstep-code': 'The code of the problem, also where the answer is text.',
    etag: 'Send it back as If-None-Match: if nothing has changed, the answer is 304 without a body.',
    link: 'Where this description is: rel="service-desc" (RFC 8631).',
    'rate-limit': 'What is left to the client (draft-ietf-httpapi-ratelimit-headers-11). Absent from what does not count.',
    'rate-limit-policy': 'What the client may have (draft-ietf-httpapi-ratelimit-headers-11). Absent from what does not count.',
    'retry-after': 'After how many seconds to ask again.',
    vary: 'The request headers that the answer depends on.',
    'x-request-id': 'What the log of the server calls the request. Queries have it only where every request is logged.',
    address: 'Your public IP address, as a line of text',
    tools: 'Every tool with the schemas of its requests and answers',
    catalog: 'The services, routers, providers, record types and platforms that requests can name',
    'catalog-schema': 'JSON Schemas for the files of --catalog-dir, for editors',
    openapi: 'This description',
    mcp: 'A message of the Model Context Protocol (JSON-RPC 2.0), for agents',
    'mcp-how':
      'Accept has to name application/json and text/event-stream. There are no sessions: no message depends on an earlier one.',
    'mcp-noted': 'A notification, which has no answer',
    'mcp-accept': 'Accept does not name both types',
    'mcp-refused': 'The body is not a message: an error of JSON-RPC, or a problem if it is not JSON',
    data: 'The data behind the answers: sources, licences and age',
    limits: 'What you may still ask; asking this costs nothing',
    places:
      'This server, and the other places from which you can have the same looked at: send each of them the request yourself',
    pair: 'A token that proves for five minutes that you were seen at this address. Get one over the other version of IP, and reachability checks both.',
    health: 'Whether the server answers',
    readiness: 'Whether the server accepts requests',
    metrics: 'Metrics in the text format of Prometheus',
    probe: 'A check as metrics, for Prometheus, as blackbox_exporter answers it; 503 or 429 if nothing was found out',
    'probe-module': 'The check.',
    'probe-target':
      'The name, address or URL to check; for port and reachability a port or a service of your own, such as 25565/udp.',
    stopping: 'The server is stopping and accepts no new clients',
    'compat-address': 'Your address alone, for programs; with Accept: application/json what echoip says of it',
    'compat-json': 'What echoip says of your address',
    'compat-line': 'One fact of your address, as echoip says it; an empty line if it is not known',
    'compat-echoip-port': 'Whether a TCP port of your own address answers, as echoip says it',
    'compat-transmission-port': 'Whether a TCP port of your own address answers: 1 or 0, as for Transmission',
    'compat-ip': 'Another public address to look up.',
    'compat-port': 'The port to check on your own public address.',
    'not-modified': 'Nothing has changed since the answer with this ETag',
  },
  ko: {
    summary: '네트워크 진단과 공유기 설정 안내',
    description:
      'IP 주소, 도메인, 포트, 서비스가 인터넷에서 어떻게 보이는지 확인하고, 가정용 공유기 뒤에 있는 기기에 접속하는 방법을 안내합니다. ' +
      '검사를 실행했다면 결과와 관계없이 200으로 응답합니다(`strict=1`로 요청하면 결과를 상태 코드로 알립니다). 받아들일 수 없는 요청에는 문제 본문(RFC 9457)으로 응답하며, `code` 값은 바뀌지 않습니다. ' +
      '설명문은 Accept-Language에 따라 영어 또는 한국어로 제공됩니다. 모든 응답은 어느 출처(CORS)에서나 읽을 수 있고, GET 경로는 HEAD에도, 모든 경로는 OPTIONS에도 응답합니다. ' +
      '그 밖의 경로에는 `not-found`, 그 밖의 메서드에는 `method-not-allowed`로 응답합니다.',
    'group-ip': 'IP 주소: 내 주소와 다른 주소의 정보',
    'group-dns': '도메인: 네임서버의 응답',
    'group-port': '포트: 서비스에 접속할 수 있는지 확인',
    'group-path': '호스트까지의 경로',
    'group-web': '웹사이트와 인증서',
    'group-router': '공유기: 로그인과 포트포워딩',
    'group-service': '이 서버에 대한 정보',
    'group-compat': 'echoip와 Transmission 포트 테스트의 경로',
    text: '같은 내용을 터미널에 맞게 표시한 UTF-8 텍스트입니다.',
    'by-default': '기본값은 {value}입니다.',
    'in-ms': '{label}(밀리초)',
    details: '"on"이면 텍스트 응답에 모든 내용을 담습니다. JSON에는 항상 모든 내용이 있습니다.',
    brief: '"off"이면 목록에 입력 화면에 필요한 내용만 담습니다. 응답 스키마와 별칭은 빠집니다.',
    format: 'Accept 헤더보다 우선합니다.',
    'streaming-format':
      'Accept 헤더보다 우선합니다. ndjson과 sse를 선택하면 검사하는 동안 진행 상황을 보내고 마지막에 결과를 보냅니다.',
    'short-format': 'short는 스크립트에 필요한 값 하나만 한 줄로 보냅니다.',
    'exact-format': '"json"이면 주소를 JSON 객체에 담아 보냅니다. 다른 값이면 주소만 보냅니다.',
    strict:
      '"1"이면 결과를 상태 코드로 알립니다. 고칠 것이 없으면 200, 고칠 것이 있으면 503, 판단할 수 없으면 502입니다. 본문은 그대로입니다. 스트림에는 쓸 수 없습니다.',
    'strict-bad':
      'strict=1일 때 고칠 것이 있습니다(`good`이 false). 요청을 거절할 때에도 이 상태 코드로 문제 본문을 보낼 수 있습니다',
    'strict-unknown': 'strict=1일 때 판단할 수 없습니다(`good`이 null)',
    lang: '설명문의 언어입니다. Accept-Language 헤더보다 우선합니다.',
    'short-ports': '포트를 쉼표로 구분하고 프로토콜을 붙입니다. 범위는 하이픈으로 씁니다.',
    'accept-language': '설명문의 언어(en 또는 ko)입니다.',
    words:
      '`words=ko` 또는 `words=en`(RFC 7240)을 보내면, 서버 전송 이벤트로 응답할 때 다시 검사하지 않고 그 언어로 된 결과도 함께 보냅니다. 이때 Preference-Applied 헤더를 보냅니다.',
    'ndjson-stream':
      '한 줄에 메시지 하나씩 JSON으로 보냅니다. 진행 상황을 차례로 보낸 다음 결과를 보냅니다. 검사가 중간에 끝나면 마지막 줄은 문제 본문입니다.',
    'ndjson-bodies':
      '한 줄에 본문 하나씩 1,000줄, 모두 64 KiB까지 보낼 수 있습니다. 줄마다 결과나 문제 본문을 한 줄로 응답합니다. 한도에서는 50줄을 요청 하나로 계산합니다.',
    'sse-stream':
      '데이터가 JSON인 서버 전송 이벤트(SSE)입니다. `progress`를 여러 번 보낸 다음 `result`를 한 번 보냅니다. Prefer로 요청하면 그 앞에 다른 언어로 된 같은 결과를 `words`로 보냅니다. 검사가 중간에 끝나면 마지막 이벤트는 `problem`입니다.',
    'stream-over':
      'text/event-stream 요청에 Last-Event-ID가 있을 때의 응답입니다. 결과를 보내고 끝난 스트림이므로 다시 검사하지 않습니다.',
    'cache-control': '응답을 캐시할 수 있는지와 그 방법입니다.',
    'content-language': '응답에 쓰인 설명문의 언어입니다.',
    'doorstep-code': '문제 코드입니다. 응답이 텍스트일 때에도 보냅니다.',
    etag: '이 값을 If-None-Match로 보내면, 바뀐 내용이 없을 때 본문 없이 304로 응답합니다.',
    link: '이 문서의 위치입니다. rel="service-desc"(RFC 8631)로 표시합니다.',
    'rate-limit': '남은 요청 한도입니다(draft-ietf-httpapi-ratelimit-headers-11). 한도에 포함되지 않는 요청에는 보내지 않습니다.',
    'rate-limit-policy':
      '전체 요청 한도입니다(draft-ietf-httpapi-ratelimit-headers-11). 한도에 포함되지 않는 요청에는 보내지 않습니다.',
    'retry-after': '다시 요청하기까지 기다려야 하는 시간(초)입니다.',
    vary: '응답을 결정하는 요청 헤더입니다.',
    'x-request-id': '서버 로그에 기록되는 요청 번호입니다. GET 요청에는 모든 요청을 기록하는 서버에서만 보냅니다.',
    address: '내 공인 IP 주소를 텍스트 한 줄로 표시합니다',
    tools: '모든 기능과 각 기능의 요청 및 응답 스키마를 표시합니다',
    catalog: '요청에 쓸 수 있는 서비스, 공유기, 통신사, 레코드 종류, 플랫폼을 표시합니다',
    'catalog-schema': '--catalog-dir 파일에 쓰는 JSON 스키마입니다. 편집기에서 사용합니다',
    openapi: '이 API 설명 문서입니다',
    mcp: '에이전트용 Model Context Protocol 메시지(JSON-RPC 2.0)를 처리합니다',
    'mcp-how':
      'Accept 헤더에 application/json과 text/event-stream을 모두 넣어야 합니다. 세션이 없으므로 메시지마다 따로 처리합니다.',
    'mcp-noted': '응답이 필요 없는 알림을 받았습니다',
    'mcp-accept': 'Accept 헤더에 두 형식이 모두 들어 있지 않습니다',
    'mcp-refused': '본문이 메시지가 아닙니다. JSON이 아니면 문제 본문으로, 그 밖에는 JSON-RPC 오류로 응답합니다',
    data: '응답에 쓰인 데이터의 출처, 라이선스, 기준일을 표시합니다',
    limits: '남은 요청 한도를 표시합니다. 이 요청은 한도에 포함되지 않습니다',
    places: '이 서버와, 같은 확인을 요청할 수 있는 다른 장소의 목록입니다. 요청은 각 장소에 직접 보내야 합니다',
    pair: '이 주소에서 요청했음을 5분 동안 증명하는 토큰을 발급합니다. 다른 IP 버전으로 접속해 받은 토큰을 reachability에 보내면 두 주소를 함께 확인합니다',
    health: '서버가 응답하는지 확인합니다',
    readiness: '서버가 요청을 받을 수 있는지 확인합니다',
    metrics: 'Prometheus 텍스트 형식의 메트릭입니다',
    probe:
      'Prometheus가 읽을 수 있도록 점검 결과를 blackbox_exporter와 같은 메트릭으로 응답합니다. 확인된 것이 없으면 503 또는 429로 응답합니다',
    'probe-module': '점검 종류입니다.',
    'probe-target': '점검할 이름, 주소 또는 URL입니다. port와 reachability에서는 25565/udp처럼 본인의 포트나 서비스를 넣습니다.',
    stopping: '서버가 종료되는 중이어서 새 요청을 받지 않습니다',
    'compat-address': '내 주소만 텍스트로 표시합니다. Accept: application/json으로 요청하면 echoip 형식의 정보를 표시합니다',
    'compat-json': '내 주소의 정보를 echoip 형식으로 표시합니다',
    'compat-line': '내 주소의 정보 하나를 echoip 형식으로 표시합니다. 정보가 없으면 빈 줄로 응답합니다',
    'compat-echoip-port': '내 주소의 TCP 포트가 응답하는지 echoip 형식으로 표시합니다',
    'compat-transmission-port': '내 주소의 TCP 포트가 응답하면 1, 응답하지 않으면 0을 Transmission 형식으로 표시합니다',
    'compat-ip': '조회할 다른 공인 IP 주소입니다.',
    'compat-port': '내 공인 IP 주소에서 확인할 포트 번호입니다.',
    'not-modified': '이 ETag를 받은 뒤로 바뀐 내용이 없습니다',
  },
})
