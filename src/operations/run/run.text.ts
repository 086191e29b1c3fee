import { defineText, inBoth } from '../../contract/text.ts'

export const runText = defineText({
  en: {
    'no-requester':
      'This checks the connection that a request comes from, but a request made on this machine itself does not have one. Send it to a doorstep server on the internet instead.',
  },
  ko: {
    'no-requester':
      '요청이 들어온 회선을 확인하는 기능이므로, 이 컴퓨터에서 직접 실행하면 확인할 회선이 없습니다. 인터넷에 있는 doorstep 서버로 요청을 보내십시오.',
  },
})

export const limitedText = defineText({
  en: {
    client:
      'Requests from your network have used up their allowance of {quota} per {window}. Try again in {seconds} s; GET /api/limits shows what is left.',
    target:
      'This target is being checked too often: it is contacted at most {rate} times a second, whoever asks. Try again in {seconds} s.',
    requests:
      'Your network sends too many requests: at most {quota} at once and {rate} a second, where a large answer counts as several. Try again in {seconds} s.',
    pipeline: 'At most {limit} requests may wait on one connection. Read the answers before sending more.',
    'client-concurrency': 'At most {limit} checks may run at once for your network. Wait until one of them has ended.',
    'tool-concurrency': 'At most {limit} of these checks may run at once on this server. Try again in {seconds} s.',
    'cut-short':
      'This server runs as many checks as it may, and most of them were from your network, so this one was ended to let somebody else in. Try again in {seconds} s.',
    'all-concurrency': 'At most {limit} checks may run at once on this server. Try again in {seconds} s.',
    'window-s': 'second',
    'window-min': 'minute',
    'window-h': 'hour',
  },
  ko: {
    client:
      '사용자 네트워크에서 보낼 수 있는 요청 한도({window} {quota}회)를 모두 사용했습니다. {seconds}초 후에 다시 시도하십시오(남은 한도: GET /api/limits).',
    target:
      '이 대상에 대한 검사가 너무 잦습니다. 요청한 사람이 누구든 한 대상에는 1초에 {rate}번까지만 접속합니다. {seconds}초 후에 다시 시도하십시오.',
    requests:
      '사용자 네트워크에서 보내는 요청이 너무 많습니다. 한꺼번에는 {quota}번, 그 뒤로는 1초에 {rate}번까지 보낼 수 있으며 큰 응답은 여러 번으로 셉니다. {seconds}초 후에 다시 시도하십시오.',
    pipeline: '한 연결에서 응답을 기다리는 요청은 {limit}개까지만 받습니다. 응답을 먼저 읽은 다음 요청을 더 보내십시오.',
    'client-concurrency':
      '한 네트워크에서는 검사를 동시에 {limit}개까지만 실행할 수 있습니다. 실행 중인 검사가 끝난 뒤에 다시 시도하십시오.',
    'tool-concurrency': '이 서버에서는 이 검사를 동시에 {limit}개까지만 실행할 수 있습니다. {seconds}초 후에 다시 시도하십시오.',
    'cut-short':
      '서버에서 동시에 실행할 수 있는 만큼 검사가 실행 중입니다. 그중 사용자 네트워크에서 보낸 검사가 가장 많아, 다른 사용자가 검사할 수 있도록 이 검사를 중단했습니다. {seconds}초 후에 다시 시도하십시오.',
    'all-concurrency': '이 서버에서는 검사를 동시에 {limit}개까지만 실행할 수 있습니다. {seconds}초 후에 다시 시도하십시오.',
    'window-s': '1초에',
    'window-min': '1분에',
    'window-h': '1시간에',
  },
})

export const pastedText = defineText({
  en: {
    contradicts: 'The field "{field}" says something else than "{from}", which holds {value}. Leave one of them out.',
    unreadable:
      'The field "{field}" holds an address that cannot be read. Write a name, a port, or an address such as http://192.168.0.10:8080/, without a user name.',
    'not-yours':
      '{address} is not your address ({ip}), and only your own connection is checked. Leave the address out, or send the request from there.',
    'host-alone': 'What should answer at {host}? Add its port or the name of the service.',
  },
  ko: {
    contradicts: '"{from}" 필드에 적힌 값({value})이 "{field}" 필드의 값과 다릅니다. 둘 중 하나만 입력하십시오.',
    unreadable:
      '"{field}" 필드의 주소를 해석할 수 없습니다. 서비스 이름이나 포트 번호, 또는 http://192.168.0.10:8080/ 같은 주소를 사용자 이름 없이 입력하십시오.',
    'not-yours':
      '{address} 주소는 지금 접속한 회선의 주소({ip})가 아닙니다. 이 기능은 요청을 보낸 회선만 확인합니다. 주소를 빼거나 그 회선에서 다시 요청하십시오.',
    'host-alone': '{host}에서 어떤 서비스에 접속하려고 하십니까? 포트 번호나 서비스 이름을 함께 입력하십시오.',
  },
})

const VALIDATE_WORDS = inBoth({
  'not-an-object': ['The body must be a JSON object.', '본문은 JSON 객체여야 합니다.'],
  'body-not-accepted': ['This operation does not accept this body.', '본문이 이 기능에서 받는 형식과 다릅니다.'],
  'missing-field': ['The field "{field}" is missing.', '"{field}" 필드가 빠졌습니다.'],
  'not-one-of': ['The field "{field}" must be one of: {words}.', '"{field}" 필드에 쓸 수 있는 값: {words}.'],
  'not-this': ['The field "{field}" must be {value}.', '"{field}" 필드에 쓸 수 있는 값: {value}.'],
  empty: ['The field "{field}" must not be empty.', '"{field}" 필드는 비워 둘 수 없습니다.'],
  'wrong-type': ['The field "{field}" must be {type}.', '"{field}" 필드의 형식이 올바르지 않습니다. 필요한 형식: {type}.'],
  'wrong-value': ['The field "{field}" must be {what}.', '"{field}" 필드의 값이 올바르지 않습니다. 필요한 값: {what}.'],
  quoted: ['{sentence} Send it without quotes.', '{sentence} 따옴표 없이 보내십시오.'],
  string: ['text in double quotes', '큰따옴표로 묶은 문자열'],
  boolean: ['true or false', 'true 또는 false'],
  array: ['a list', '목록'],
  object: ['an object', '객체'],
  integer: ['a whole number', '정수'],
  number: ['a number', '숫자'],
  'from-to': ['{what} from {minimum} to {maximum}', '{minimum}부터 {maximum}까지의 {what}'],
  'at-least': ['{what}, at least {limit}', '{limit} 이상의 {what}'],
  'at-most': ['{what}, at most {limit}', '{limit} 이하의 {what}'],
  above: ['{what}, greater than {limit}', '{limit}보다 큰 {what}'],
  below: ['{what}, less than {limit}', '{limit}보다 작은 {what}'],
  'multiple-of': ['{what}, a multiple of {limit}', '{limit}의 배수인 {what}'],
  date: ['a date such as "2026-11-22"', '날짜(예: "2026-11-22")'],
  'date-time': ['a date and time such as "2026-11-22T09:30:00Z"', '날짜와 시각(예: "2026-11-22T09:30:00Z")'],
  hostname: ['a host name such as "www.example.com"', '호스트 이름(예: "www.example.com")'],
  ipv4: ['an IPv4 address such as "192.0.2.1"', 'IPv4 주소(예: "192.0.2.1")'],
  ipv6: ['an IPv6 address such as "2001:db8::1"', 'IPv6 주소(예: "2001:db8::1")'],
  uri: ['a URL such as "https://example.com/"', 'URL(예: "https://example.com/")'],
})

export const validateText = defineText({
  en: {
    ...VALIDATE_WORDS.en,
    'unknown-field': 'The field "{field}" is not supported. Check its spelling or leave it out.',
    'other-fields': 'The field "{field}" is not supported. Those that are: {known}.',
    'not-accepted': 'The field "{field}" has a value that is not accepted.',
    'too-short': 'The field "{field}" must have at least {limit} characters.',
    'too-long': 'The field "{field}" may have at most {limit} characters.',
    'not-like': 'The field "{field}" has the wrong format. Write it like "{example}".',
    'not-in-pattern': 'The field "{field}" must match the pattern {pattern}.',
    'too-few-entries': 'The list "{field}" has too few entries; the minimum is {limit}.',
    'too-many-entries': 'The list "{field}" has too many entries; the maximum is {limit}.',
    'other-length': 'The list "{field}" must have exactly {limit} entries.',
    'repeated-entry': 'The list "{field}" contains the same entry twice. Leave one of them out.',
    'too-few-fields': 'The object "{field}" has too few fields; the minimum is {limit}.',
    'too-many-fields': 'The object "{field}" has too many fields; the maximum is {limit}.',
  },
  ko: {
    ...VALIDATE_WORDS.ko,
    'unknown-field': '"{field}" 필드는 지원하지 않습니다. 철자를 확인하거나 이 필드를 빼고 다시 보내십시오.',
    'other-fields': '"{field}" 필드는 지원하지 않습니다. 쓸 수 있는 필드: {known}.',
    'not-accepted': '"{field}" 필드에 사용할 수 없는 값이 들어 있습니다.',
    'too-short': '"{field}" 필드에는 {limit}자 이상 입력해야 합니다.',
    'too-long': '"{field}" 필드는 최대 {limit}자까지 입력할 수 있습니다.',
    'not-like': '"{field}" 필드의 표기가 올바르지 않습니다. 예: "{example}".',
    'not-in-pattern': '"{field}" 필드의 표기가 올바르지 않습니다. 다음 정규식과 일치해야 합니다: {pattern}.',
    'too-few-entries': '"{field}" 목록에는 항목이 {limit}개 이상 있어야 합니다.',
    'too-many-entries': '"{field}" 목록에는 항목을 최대 {limit}개까지 넣을 수 있습니다.',
    'other-length': '"{field}" 목록의 항목은 정확히 {limit}개여야 합니다.',
    'repeated-entry': '"{field}" 목록에 같은 항목이 두 번 들어 있습니다. 하나만 남기십시오.',
    'too-few-fields': '"{field}" 객체에는 필드가 {limit}개 이상 있어야 합니다.',
    'too-many-fields': '"{field}" 객체에는 필드를 최대 {limit}개까지 넣을 수 있습니다.',
  },
})
