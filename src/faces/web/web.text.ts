import { defineText } from '../../contract/text.ts'

/** Text of `/llms.txt`, for a model that has found the server. */
export const signpostText = defineText({
  en: {
    what: 'Network diagnostics and router guidance over HTTP: who asks, whether the internet can reach a service at home and what to enter in which router, and what DNS, certificates, web servers and the path to a host look like.',
    how: 'Send POST with a JSON body to a path below. Answers are JSON, or text with "Accept: text/plain". Only public addresses and names can be checked, requests are limited, and nothing is changed anywhere.',
    start: 'Where to start',
    mcp: 'the same tools over the Model Context Protocol (streamable HTTP)',
    openapi: 'every operation with schemas and examples, OpenAPI 3.1',
    catalog: 'the services, routers and providers that a request may name',
    operations: 'Operations',
  },
  ko: {
    what: 'HTTP로 쓰는 네트워크 진단 및 공유기 설정 안내 서비스입니다. 요청을 보낸 주소, 집에 있는 서비스에 인터넷에서 접속할 수 있는지, 어느 공유기에 무엇을 입력해야 하는지, DNS와 인증서, 웹 서버, 호스트까지의 경로가 어떤지 알려 줍니다.',
    how: '아래 경로에 JSON 본문을 POST로 보내십시오. 응답은 JSON이며, "Accept: text/plain"을 보내면 텍스트로 받습니다. 공인 IP 주소와 공개된 이름만 검사할 수 있고 요청 수에 한도가 있으며, 아무것도 바꾸지 않습니다.',
    start: '먼저 볼 곳',
    mcp: '같은 기능을 MCP(Model Context Protocol, 스트리밍 HTTP)로 제공합니다',
    openapi: '모든 기능의 스키마와 예시(OpenAPI 3.1)',
    catalog: '요청에 쓸 수 있는 서비스, 공유기, 통신사 목록',
    operations: '기능',
  },
})

/** The sentences of the document that no script draws again, so that none loads them. */
export const documentText = defineText({
  en: {
    description:
      'Shows your public IP address, checks whether a game, a program or a port at home can be reached from the internet, and says what to change in the router if not.',
    plain: 'Without JavaScript',
    check: 'Is a port at home open to the internet?',
    port: 'TCP port, such as 25565',
    why: 'The answer comes as plain text. These answer on this page:',
    optional: 'optional',
  },
  ko: {
    description:
      '내 공인 IP 주소를 보여 주고, 집에 있는 게임 서버나 프로그램, 포트에 외부에서 접속되는지 확인합니다. 접속되지 않으면 공유기에서 무엇을 바꿔야 하는지 알려 드립니다.',
    plain: 'JavaScript 없이 사용할 수 있는 기능',
    check: '외부에서 우리 집 포트에 접속됩니까?',
    port: 'TCP 포트(예: 25565)',
    why: '결과는 텍스트로 표시됩니다. 다음 기능은 결과를 이 화면에 표시합니다.',
    optional: '선택',
  },
})
