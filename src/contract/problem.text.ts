import { defineText, inBoth } from './text.ts'

const WORDS = inBoth({
  'invalid-json': ['The body is not JSON', '본문이 JSON이 아닙니다'],
  'malformed-request': ['The HTTP request is malformed', 'HTTP 요청이 올바르지 않습니다'],
  'target-not-public': ['The target is not public', '인터넷에 공개된 대상이 아닙니다'],
  'requester-not-public': ['The requester has no public address', '공인 IP 주소에서 온 요청이 아닙니다'],
  'not-found': ['No such path', '없는 경로입니다'],
  'method-not-allowed': ['This method is not allowed here', '이 경로에서 쓸 수 없는 메서드입니다'],
  'body-too-large': ['The body is too large', '본문이 너무 큽니다'],
  'unsupported-media-type': ['The body must be JSON', '본문은 JSON이어야 합니다'],
  'invalid-request': ['Invalid request', '요청 형식이 올바르지 않습니다'],
  'invalid-target': ['Invalid target', '대상이 올바르지 않습니다'],
  'unknown-value': ['Unknown value', '알 수 없는 값입니다'],
  'unresolvable-target': ['The name has no address', '호스트 이름에 연결된 IP 주소가 없습니다'],
  'port-not-allowed': ['This port is not allowed', '허용되지 않는 포트입니다'],
  'foreign-origin': ['This page may not call this server', '이 페이지에서는 이 서버를 호출할 수 없습니다'],
  'prefetch-refused': ['Nothing is checked in advance', '미리 불러오기로는 검사하지 않습니다'],
  'wrong-host': ['This is not the name of this server', '이 서버의 이름이 아닙니다'],
  'nothing-found': ['Nothing was found out', '확인된 것이 없습니다'],
  'unsupported-on-host': ['This server cannot run this check', '이 서버에서는 할 수 없는 검사입니다'],
  'rate-limited': ['Too many requests', '요청이 너무 많습니다'],
  overloaded: ['The server is busy', '서버가 혼잡합니다'],
  internal: ['Something went wrong on our side', '서버에서 문제가 발생했습니다'],
  'working-line': ['{sentence} This works: {line}', '{sentence} 실행할 수 있는 예: {line}'],
})

export const problemText = defineText({
  en: {
    ...WORDS.en,
    'foreign-origin-detail':
      'The request comes from a page at {origin}, which is not an address of this server. If it is one, add it to --public-origins. A program that is not a browser leaves out the header Origin.',
    'unseen-page-detail':
      'Over plain HTTP, a browser does not say which page caused a GET, so here it may not run a check. Use the page of this server, curl or HTTPS.',
    'unsure-name-detail':
      'Another site may have pointed the name {host} at this server, so a GET under it may not run a check. Use the address of this server or send a POST; if {host} is its name, add it to --public-origins.',
    'prefetch-refused-detail': 'A browser asked for this before anybody opened it. Open it, and the check runs.',
    'wrong-host-detail':
      'The browser reached this server as {host}, which is not one of its names. Open it under its own address; if {host} is one, add its origin to --public-origins.',
    'internal-detail': 'Your request was fine; the server failed. Try again, and tell the operator if it keeps happening.',
    'not-found-detail': 'Nothing is served at {path}. GET /api/tools lists every operation.',
    'inexact-path-detail': 'Send the path exactly as {path}, without dot segments, backslashes or a fragment.',
    'unknown-method-detail': 'The method {method} is not supported. Send GET or POST.',
    'odd-host-detail': 'The Host header does not name exactly one host. Send one, such as ip.example.com or [2001:db8::1]:8080.',
    'no-path-detail': 'The request does not name a path. Send one that begins with a slash, such as /api/ip.',
    'method-not-allowed-detail': '{path} accepts only {allowed}. Change the method of the request.',
    'body-too-large-detail': 'A body may be at most {limit} bytes. Send a smaller one.',
    'body-in-pieces-detail': 'The body comes in too many small chunks. Send larger ones, or the header Content-Length.',
    'media-type-detail': 'Send the header Content-Type: application/json and a body in UTF-8.',
    'content-encoding-detail':
      'Compressed request bodies are not supported. Send the body uncompressed, without Content-Encoding.',
    'invalid-json-detail': 'The body is not valid JSON in UTF-8. Send an object such as {example}.',
    'slow-body-detail': 'The body did not arrive within {seconds} seconds. Send it in one piece.',
    'cut-body-detail': 'The body is shorter than its Content-Length. Send all of it.',
  },
  ko: {
    ...WORDS.ko,
    'foreign-origin-detail':
      '{origin} 페이지에서 보낸 요청이며, 이 서버의 주소가 아닙니다. 이 서버의 주소가 맞다면 --public-origins 옵션에 추가하십시오. 브라우저가 아닌 프로그램이라면 Origin 헤더 없이 보내십시오.',
    'unseen-page-detail':
      '암호화되지 않은 HTTP에서는 어느 페이지가 GET 요청을 보냈는지 브라우저가 알려 주지 않으므로, 이 서버에서는 검사를 실행할 수 없습니다. 이 서버의 페이지나 curl을 쓰거나 HTTPS로 접속하십시오.',
    'unsure-name-detail':
      '{host} 이름은 다른 사이트가 이 서버로 연결해 둔 것일 수 있으므로, 이 이름으로 보낸 GET 요청으로는 검사를 실행할 수 없습니다. 서버의 IP 주소로 접속하거나 POST로 보내십시오. 이 서버의 이름이 맞다면 --public-origins 옵션에 추가하십시오.',
    'prefetch-refused-detail': '주소를 열기 전에 브라우저가 미리 보낸 요청입니다. 주소를 직접 열면 검사가 실행됩니다.',
    'wrong-host-detail':
      '브라우저가 이 서버의 이름이 아닌 {host} 주소로 접속했습니다. 서버의 원래 주소로 다시 접속하십시오. 이 서버의 이름이 맞다면 해당 주소를 --public-origins 옵션에 추가하십시오.',
    'internal-detail':
      '요청에는 문제가 없으나 서버가 처리하지 못했습니다. 잠시 후 다시 시도하고, 문제가 계속되면 운영자에게 알려 주십시오.',
    'not-found-detail': '{path} 경로는 제공되지 않습니다. 전체 기능 목록은 GET /api/tools에서 확인하십시오.',
    'inexact-path-detail':
      '경로가 정확하게 표기되지 않았습니다. 점(.) 세그먼트, 백슬래시, 프래그먼트(#) 없이 {path}처럼 요청하십시오.',
    'unknown-method-detail': '{method} 메서드는 지원하지 않습니다. GET 또는 POST로 요청하십시오.',
    'odd-host-detail':
      'Host 헤더가 호스트 하나를 가리키지 않습니다. ip.example.com 또는 [2001:db8::1]:8080과 같은 값을 하나만 보내십시오.',
    'no-path-detail': '요청에 경로가 없습니다. /api/ip처럼 슬래시(/)로 시작하는 경로를 보내십시오.',
    'method-not-allowed-detail': '{path} 경로에서는 {allowed} 메서드만 쓸 수 있습니다. 해당 메서드로 다시 요청하십시오.',
    'body-too-large-detail': '본문은 {limit}바이트까지만 받습니다. 크기를 줄여 다시 보내십시오.',
    'body-in-pieces-detail': '본문이 너무 잘게 나뉘어 왔습니다. 더 큰 단위로 나누거나 Content-Length 헤더를 붙여 보내십시오.',
    'media-type-detail': 'Content-Type: application/json 헤더와 함께 UTF-8 본문을 보내십시오.',
    'content-encoding-detail': '압축된 본문은 받지 않습니다. 본문을 압축하지 말고 Content-Encoding 헤더 없이 보내십시오.',
    'invalid-json-detail': '본문을 UTF-8 JSON으로 읽을 수 없습니다. {example} 같은 객체를 보내십시오.',
    'slow-body-detail': '본문이 {seconds}초 안에 도착하지 않았습니다. 한 번에 보내십시오.',
    'cut-body-detail': '본문이 헤더에 적힌 길이보다 일찍 끝났습니다. 전체를 다시 보내십시오.',
  },
})
