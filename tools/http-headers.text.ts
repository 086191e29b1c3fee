import { OWN_TROUBLE } from '../src/advice/index.ts'
import { HOST_STEPS } from '../src/diagnostics/path/index.ts'
import { defineText, inBoth } from '../src/tool.ts'

const WORDS = inBoth({
  'check-firewall': [HOST_STEPS.en['check-host'], HOST_STEPS.ko['check-host']],
  'headline.response': ['{url} answers with status {status}.', '{url} 주소의 응답 상태 코드는 {status}입니다.'],
  'headline.connect-failed': ['No connection could be made for {url}.', '{url} 주소에 연결하지 못했습니다.'],
  'headline.not-checked': ['{url} could not be checked from this server.', '이 서버에서 {url} 주소를 확인하지 못했습니다.'],
  'headline.tls-failed': ['The TLS handshake for {url} failed.', '{url} 주소와 TLS 연결을 맺지 못했습니다.'],
  'headline.timeout': ['No answer came in time for {url}.', '{url} 주소에서 제때 응답이 오지 않았습니다.'],
  'headline.too-many-redirects': ['{url} redirects too many times.', '{url} 주소의 리디렉션이 너무 많습니다.'],
  'headline.protocol-error': ['The answer for {url} was not valid HTTP.', '{url} 주소의 응답이 올바른 HTTP가 아닙니다.'],
  'label.url': ['URL', '웹 주소(URL)'],
  'field.url': ['The http or https address to request.', '요청할 http 또는 https 주소입니다.'],
  'label.method': ['Method', '메서드'],
  'field.method': ['GET or HEAD. The body is never downloaded.', 'GET 또는 HEAD입니다. 본문은 내려받지 않습니다.'],
})

export const text = defineText({
  en: {
    ...WORDS.en,
    ...OWN_TROUBLE.en,
    title: 'Show HTTP headers',
    summary: 'The status and headers of a URL, and the redirects that lead to them',
    'use-when':
      'You want to follow a link or URL and know where it redirects to, which status code and headers it returns (security headers, the software of the web server), or what takes long.',
    'not-for': 'It does not read the page itself. For certificates use ssl-check.',
    'headline.redirected': '{url} leads to {finalUrl}, which answers with status {status}.',
    'headline.redirect-refused': '{url} redirects to a place that was not followed.',
    'check-certificate':
      'The certificate of {host} is not trusted ({error}), so browsers warn visitors. Check it to see what to change.',
    'stay-on-https':
      '{from} redirects from https to http, where anyone on the way can read and change the page. Make it redirect to an https URL.',
    'redirect-to-https':
      '{host} answers over http and does not send visitors to https. Redirect every request to the same URL with https.',
    'add-hsts':
      'Strict-Transport-Security is missing, so a visit that starts with http can be hijacked. Once everything works over https, send it with max-age=31536000.',
    'lengthen-hsts':
      'Strict-Transport-Security lasts {days} days, which is too short to protect visitors who come rarely. Raise max-age to 31536000.',
    'secure-cookies': 'These cookies are also sent over http: {names}. Add Secure.',
    'hide-cookies': 'Scripts in the page can read these cookies: {names}. Add HttpOnly where no script needs them.',
    'limit-cookies':
      'These cookies do not say whether requests from other sites carry them: {names}. Add SameSite=Lax, or SameSite=None and Secure if they must.',
    'add-csp':
      'Content-Security-Policy is missing, so a script that gets into the page will run. Start with Content-Security-Policy-Report-Only to see what the page needs, then send the policy.',
    'add-nosniff':
      'X-Content-Type-Options is missing, so browsers may guess that a file is a script. Send "X-Content-Type-Options: nosniff".',
    'fix-header-lines':
      'A header line is malformed or contains control characters. Proxies may refuse the whole response: fix the program that writes it.',
    'start-server':
      'Nothing listens on port {port} of {host}. Start the web server, or check the port in the URL and whether it is forwarded.',
    'check-connection':
      'Port {port} of {host} cannot be reached ({reason}). Check that the host is up and no firewall rejects it.',
    'use-http': 'Port {port} of {host} does not speak TLS. Use an http URL, or switch TLS on at the web server.',
    'use-https': 'Port {port} of {host} speaks TLS. Use an https URL.',
    'check-tls':
      'A TLS connection to port {port} of {host} could not be established ({reason}). Check which versions and certificate it offers.',
    'check-web-server':
      'Port {port} of {host} accepts connections but did not answer in time ({reason}). Check whether the web server, or the program behind it, hangs.',
    'check-service':
      'The response from port {port} of {host} is not HTTP ({reason}). Check which program listens there, and its log.',
    'see-who-hangs-up':
      'Port {port} of {host} accepts connections but ends them without a complete response ({reason}). If the port speaks TLS, use an https URL; otherwise check the log of the web server and any proxy or firewall in front of it.',
    'shorten-headers':
      'The response headers are longer than 64 KiB, and most clients give up before that. Look for cookies or values that keep growing.',
    'break-redirect-loop':
      'After ten redirects {url} still leads elsewhere. Look for rules that undo each other: often a proxy connects over http, and the server behind it redirects to https.',
    'redirect-to-public':
      '{from} redirects to a host that is not on the public internet. Make it name the address that visitors use.',
    'shorten-location':
      '{from} redirects to a URL of more than 8192 characters, which common servers and proxies refuse. Look for parameters that grow with every redirect.',
    'redirect-directly':
      'The check ended after {from}: the redirects lead to more addresses than one check connects to. Make them lead directly to the final URL.',
    'fix-location': '{from} redirects to something that is not a plain http or https URL. Correct the Location header.',
    'redirect-to-other-port':
      '{from} redirects to a port that this server does not connect to. Check the port in the Location header.',
    'create-record': '{from} redirects to {name}, which has no address. Create the record, or correct the Location header.',
    'check-name-servers': 'The name that {from} redirects to was not found in time. Check its name servers, then try again.',
  },
  ko: {
    ...WORDS.ko,
    ...OWN_TROUBLE.ko,
    title: 'HTTP 헤더 확인',
    summary: 'URL이 응답하는 상태 코드와 헤더를 리디렉션 과정과 함께 보여 줍니다',
    'use-when':
      '링크를 누르면 어디로 이동하는지, URL의 응답 상태 코드와 헤더, 지연되는 단계가 무엇인지 알고 싶을 때 사용하십시오.',
    'not-for': '페이지 본문은 읽지 않습니다. 인증서는 ssl-check로 확인하십시오.',
    'headline.redirected': '{url} 주소는 {finalUrl} 주소로 연결되며, 응답 상태 코드는 {status}입니다.',
    'headline.redirect-refused': '{url} 주소의 리디렉션 대상은 따라갈 수 없는 곳입니다.',
    'check-certificate':
      '{host} 인증서를 신뢰할 수 없어({error}) 브라우저가 방문자에게 경고를 표시합니다. 인증서를 검사하여 무엇을 고쳐야 하는지 확인하십시오.',
    'stay-on-https':
      '{from} 주소가 https 접속을 http로 리디렉션합니다. http 구간에서는 누구나 내용을 엿보고 바꿀 수 있으므로 https URL로 리디렉션하도록 고치십시오.',
    'redirect-to-https':
      '{host} 서버가 http로 응답하면서 방문자를 https로 보내지 않습니다. 모든 요청을 같은 주소의 https URL로 리디렉션하십시오.',
    'add-hsts':
      'Strict-Transport-Security 헤더가 없어 http로 시작하는 접속을 중간에서 가로챌 수 있습니다. 모든 페이지가 https로 잘 열리는 것을 확인한 뒤 max-age=31536000 값으로 보내십시오.',
    'lengthen-hsts':
      'Strict-Transport-Security 유효 기간이 {days}일로 짧아 가끔 방문하는 사용자를 보호하지 못합니다. max-age 값을 31536000으로 늘리십시오.',
    'secure-cookies': 'http 연결로도 전송되는 쿠키가 있습니다: {names}. Secure 속성을 추가하십시오.',
    'hide-cookies':
      '페이지의 스크립트가 읽을 수 있는 쿠키가 있습니다: {names}. 스크립트에서 쓰지 않는 쿠키라면 HttpOnly 속성을 추가하십시오.',
    'limit-cookies':
      '다른 사이트에서 온 요청에도 보낼지 정하지 않은 쿠키가 있습니다: {names}. SameSite=Lax 속성을 추가하십시오. 다른 사이트의 요청에 꼭 필요하다면 SameSite=None과 Secure를 함께 쓰십시오.',
    'add-csp':
      'Content-Security-Policy 헤더가 없어 페이지에 끼어든 스크립트가 그대로 실행됩니다. 먼저 Content-Security-Policy-Report-Only 헤더로 페이지에 필요한 항목을 파악한 뒤 정책을 적용하십시오.',
    'add-nosniff':
      'X-Content-Type-Options 헤더가 없어 브라우저가 파일을 스크립트로 잘못 판단할 수 있습니다. "X-Content-Type-Options: nosniff" 헤더를 보내십시오.',
    'fix-header-lines':
      '형식이 잘못되었거나 제어 문자가 들어 있는 헤더가 있습니다. 프록시가 응답 전체를 거부할 수 있으니 헤더를 만드는 프로그램을 고치십시오.',
    'start-server':
      '{host} 서버에 {port}번 포트를 쓰는 프로그램이 없습니다. 웹 서버를 시작하거나, URL의 포트 번호와 포트포워딩 설정을 확인하십시오.',
    'check-connection':
      '{host} 서버의 {port}번 포트에 연결할 수 없습니다({reason}). 서버가 켜져 있는지, 방화벽이 거부하지 않는지 확인하십시오.',
    'use-http': '{host} 서버의 {port}번 포트는 TLS를 사용하지 않습니다. http URL로 다시 확인하거나 웹 서버에서 TLS를 켜십시오.',
    'use-https': '{host} 서버의 {port}번 포트는 TLS를 사용합니다. https URL로 다시 확인하십시오.',
    'check-tls':
      '{host} 서버의 {port}번 포트에 TLS로 연결하지 못했습니다({reason}). 서버가 제공하는 TLS 버전과 인증서를 확인하십시오.',
    'check-web-server':
      '{host} 서버의 {port}번 포트에 연결은 되지만 제시간에 응답하지 않았습니다({reason}). 웹 서버나 그 뒤의 프로그램이 멈춰 있지 않은지 확인하십시오.',
    'check-service':
      '{host} 서버의 {port}번 포트에서 온 응답이 HTTP 형식이 아닙니다({reason}). 어떤 프로그램이 이 포트를 쓰는지 로그와 함께 확인하십시오.',
    'see-who-hangs-up':
      '{host} 서버의 {port}번 포트에 연결은 되지만 응답을 끝까지 보내지 않고 연결을 끊습니다({reason}). TLS를 사용하는 포트라면 https URL로 확인하고, 아니라면 웹 서버의 로그와 그 앞의 장비를 확인하십시오.',
    'shorten-headers':
      '응답 헤더가 64KiB를 넘습니다. 대부분의 프로그램이 그 전에 읽기를 포기하므로 쿠키나 값이 계속 늘어나고 있지 않은지 확인하십시오.',
    'break-redirect-loop':
      '열 번 리디렉션한 뒤에도 {url} 주소가 다시 다른 곳으로 보냅니다. 서로 어긋나는 리디렉션 규칙이 있는지 확인하십시오. 프록시는 http로 요청하는데 뒤쪽 서버가 https로 리디렉션하는 경우가 많습니다.',
    'redirect-to-public':
      '{from} 주소가 인터넷에서 접속할 수 없는 내부 주소로 리디렉션합니다. 방문자가 쓰는 공개 주소로 고치십시오.',
    'shorten-location':
      '{from} 주소가 8192자를 넘는 URL로 리디렉션합니다. 서버와 프록시는 보통 이런 URL을 거부합니다. 리디렉션할 때마다 늘어나는 매개변수가 있는지 확인하십시오.',
    'redirect-directly':
      '{from} 주소 다음에서 검사를 중단했습니다. 리디렉션이 한 번의 검사에서 연결할 수 있는 것보다 많은 주소로 이어집니다. 최종 URL로 바로 리디렉션하도록 설정하십시오.',
    'fix-location': '{from} 주소가 올바른 http 또는 https URL이 아닌 값으로 리디렉션합니다. Location 헤더를 고치십시오.',
    'redirect-to-other-port':
      '{from} 주소가 이 서버에서 연결하지 않는 포트로 리디렉션합니다. Location 헤더의 포트 번호를 확인하십시오.',
    'create-record':
      '{from} 주소가 {name} 이름으로 리디렉션하지만 이 이름에 연결된 IP 주소가 없습니다. 레코드를 추가하거나 Location 헤더를 고치십시오.',
    'check-name-servers':
      '{from} 주소가 가리키는 이름을 제시간에 찾지 못했습니다. 그 이름의 네임서버를 확인한 뒤 다시 시도하십시오.',
  },
})
