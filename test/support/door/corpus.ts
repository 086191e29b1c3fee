// Raw requests that were made to be understood differently by two readers, and the answers of doorstep. `smuggled` marks a request in each
// that must never be answered.

interface RawCase {
  readonly name: string
  /** The parts to send, one write for each. */
  readonly send: readonly string[]
  /** The statuses that come back, in order. A bare 400, 413, 431 or 505 is the runtime's. */
  readonly statuses: readonly number[]
  /** Whether the connection ends. */
  readonly closed: boolean
}

/** A path that is only ever inside something else. */
export const SMUGGLED = '/smuggled'
const HIDDEN = `GET ${SMUGGLED} HTTP/1.1\r\nHost: x\r\n\r\n`
const BODY = '{"ip":"8.8.8.8"}'
const JSON_FIELDS = ['Host: x', 'Content-Type: application/json']

const request = (line: string, fields: readonly string[], body = ''): string => `${[line, ...fields].join('\r\n')}\r\n\r\n${body}`
const get = (...fields: string[]) => request('GET /healthz HTTP/1.1', ['Host: x', ...fields])
const post = (fields: readonly string[], body: string) =>
  request('POST /api/tools/ip-lookup HTTP/1.1', [...JSON_FIELDS, ...fields], body)
const chunked = (body: string, ...fields: string[]) => post([...fields, 'Transfer-Encoding: chunked'], body)
const WHOLE = `10\r\n${BODY}\r\n0\r\n\r\n`

function raw(name: string, send: string | readonly string[], statuses: readonly number[], closed: boolean): RawCase {
  return { name, send: typeof send === 'string' ? [send] : send, statuses, closed }
}
const refused = (name: string, send: string | readonly string[]) => raw(name, send, [400], true)

// Request lines, fields, hosts and connections (RFC 9112, sections 2, 3, 5 and 9).
const FIELDS: readonly RawCase[] = [
  refused('a space before the colon', get('Content-Length : 43') + HIDDEN),
  refused('a tab before the colon', get('Content-Length\t: 43') + HIDDEN),
  refused('a space before the colon of a coding', post(['Transfer-Encoding : chunked'], `0\r\n\r\n${HIDDEN}`)),
  refused('a folded value', get('X: a', ' b')),
  refused('a folded coding', post(['Transfer-Encoding:', ' chunked'], `0\r\n\r\n${HIDDEN}`)),
  refused('a fold with a tab', get('X: a', '\tb')),
  refused('a space before the first field', request('GET /healthz HTTP/1.1', [' Host: x', 'Host: x'])),
  refused('a line without a colon', get('nothing')),
  refused('a field without a name', get(': x')),
  refused('a space inside a name', get('X Y: 1')),
  refused('a name that is not ASCII', get('X\xe9: 1')),
  refused('a control character in a name', get('X\x01: 1')),
  refused('NUL in a name', get('X\0Y: 1')),
  refused('NUL in a value', get('X: a\0b')),
  refused('CR in a value', get('X: a\rb')),
  refused('CR and a field in a value', get('X: a\rContent-Length: 43') + HIDDEN),
  refused('LF in a value', get('X: a\nContent-Length: 43') + HIDDEN),
  raw('LF after every line', get().replaceAll('\r\n', '\n'), [505], true),
  refused('LF before the body', `GET /healthz HTTP/1.1\r\nHost: x\n\n${HIDDEN}`),
  refused('CR CR LF', `GET /healthz HTTP/1.1\r\nHost: x\r\r\n\r\n${HIDDEN}`),
  raw('a value that is not ASCII', get('X: \xe9\xff'), [200], false),
  raw('an empty value', get('X:'), [200], false),
  raw('a tab in a value', get('X: a\tb'), [200], false),
  raw('a name with an underscore is another name', get('Content_Length: 60') + get(), [200, 200], false),
  raw('a head of 20 KiB', get(`X: ${'a'.repeat(20_000)}`), [431], true),
  raw('300 fields', get(...Array.from({ length: 300 }, (_, index) => `X${index}: 1`)), [431], true),
  raw('a target of 20 KiB', request(`GET /${'a'.repeat(20_000)} HTTP/1.1`, ['Host: x']), [431], true),
]

const HOSTS: readonly RawCase[] = [
  refused('no Host', request('GET /healthz HTTP/1.1', [])),
  raw('two Hosts', request('GET /healthz HTTP/1.1', ['Host: a', 'Host: b']), [400], false),
  raw('two equal Hosts', request('GET /healthz HTTP/1.1', ['Host: a', 'host: a']), [400], false),
  raw('two Hosts, the first empty', request('GET /healthz HTTP/1.1', ['Host:', 'Host: b']), [400], false),
  raw('two Hosts, the last empty', request('GET /healthz HTTP/1.1', ['Host: a', 'Host:']), [400], false),
  raw('two empty Hosts', request('GET /healthz HTTP/1.1', ['Host:', 'Host:']), [400], false),
  ...[
    'a, b',
    'a b',
    ...'a/evil?x u@b:99999 u@b a:99999 a:b a:80:80 a#b a?b'.split(' '),
    'a\\b',
    ...'[::1 ::1 [x] [::1]x a% a%zz <a> a"b'.split(' '),
    'b\xfccher',
    ...'http://a {a} a|b a^b'.split(' '),
    'a`b',
  ].map((host) => raw(`Host: ${host}`, request('GET /healthz HTTP/1.1', [`Host: ${host}`]), [400], false)),
  ...[
    ...'a A.B.example. my_service a-b:8080 a: 127.0.0.1:80 [::1] [2001:db8::1]:65535 xn--bcher-kva.example a%41'.split(' '),
    '',
  ].map((host) => raw(`Host: ${host}`, request('GET /healthz HTTP/1.1', [`Host: ${host}`]), [200], false)),
  raw('two Hosts on a path that nobody serves', request('GET /nope HTTP/1.1', ['Host: a', 'Host: b']), [400], false),
  raw('two Hosts with a method that is not allowed', request('DELETE /api/ip HTTP/1.1', ['Host: a', 'Host: b']), [400], false),
  raw('two Hosts on a preflight', request('OPTIONS /api/ip HTTP/1.1', ['Host: a', 'Host: b', 'Origin: http://a']), [400], false),
  refused(
    'two Hosts on a tool',
    request('POST /api/tools/ip-lookup HTTP/1.1', ['Host: a', ...JSON_FIELDS, 'Content-Length: 16'], BODY) + get(),
  ),
  raw('two Hosts with an absolute target', request('GET http://c/healthz HTTP/1.1', ['Host: a', 'Host: b']), [400], false),
  raw('an absolute target and another Host', request('GET http://c/healthz HTTP/1.1', ['Host: x']), [200], false),
  refused('an absolute target without Host', request('GET http://c/healthz HTTP/1.1', [])),
  raw('HTTP/1.0 without Host', request('GET /healthz HTTP/1.0', []), [200], true),
]

const LINES: readonly RawCase[] = [
  ...['HTTP/0.9', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/1.1x', 'http/1.1', 'HTTP/01.1', 'HTTP/1,1', 'HTTP/1', 'HTTPS/1.1', ''].map(
    (version) => raw(`version ${JSON.stringify(version)}`, request(`GET /healthz ${version}`, ['Host: x']), [505], true),
  ),
  refused('two spaces before the target', request('GET  /healthz HTTP/1.1', ['Host: x'])),
  raw('two spaces after the target', request('GET /healthz  HTTP/1.1', ['Host: x']), [505], true),
  raw('a tab before the target', request('GET\t/healthz HTTP/1.1', ['Host: x']), [505], true),
  raw('a space after the version', request('GET /healthz HTTP/1.1 ', ['Host: x']), [505], true),
  refused('a space before the method', request(' GET /healthz HTTP/1.1', ['Host: x'])),
  raw('a space in the target', request('GET /heal thz HTTP/1.1', ['Host: x']), [505], true),
  raw('NUL in the target', request('GET /heal\0thz HTTP/1.1', ['Host: x']), [505], true),
  raw('CR in the target', request('GET /heal\rthz HTTP/1.1', ['Host: x']), [505], true),
  raw('a control character in the target', request('GET /heal\x01thz HTTP/1.1', ['Host: x']), [505], true),
  raw('a target that is not ASCII', request('GET /heal\xe9thz HTTP/1.1', ['Host: x']), [404], false),
  refused('no slash', request('GET healthz HTTP/1.1', ['Host: x'])),
  refused('OPTIONS *', request('OPTIONS * HTTP/1.1', ['Host: x'])),
  refused('GET *', request('GET * HTTP/1.1', ['Host: x'])),
  refused('an absolute target of another scheme', request('GET ftp://a/healthz HTTP/1.1', ['Host: x'])),
  refused('an empty line before', `\r\n${get()}`),
  raw('a lower-case method', request('get /healthz HTTP/1.1', ['Host: x']), [], true),
  raw('a method that nobody knows', request('BREW /healthz HTTP/1.1', ['Host: x']), [], true),
  raw('a method that is known elsewhere', request('PROPFIND /healthz HTTP/1.1', ['Host: x']), [400], false),
  raw('a tunnel', request('CONNECT a:80 HTTP/1.1', ['Host: a:80']) + HIDDEN, [400], true),
  raw('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400], true),
  raw('a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400], true),
]

const CONNECTIONS: readonly RawCase[] = [
  raw('three requests in one write', get() + get() + get(), [200, 200, 200], false),
  raw(
    'tools and paths in one write',
    chunked(WHOLE) + get() + post(['Content-Length: 16'], BODY) + get(),
    [200, 200, 200, 200],
    false,
  ),
  raw('a request byte by byte', [...get()].slice(0, 20).concat(get().slice(20)), [200], false),
  raw('a request after the last one', get('Connection: close') + HIDDEN, [200], true),
  raw('HTTP/1.0 that would stay', request('GET /healthz HTTP/1.0', ['Host: x', 'Connection: keep-alive']) + HIDDEN, [200], true),
  raw('HTTP/1.0 that leaves', request('GET /healthz HTTP/1.0', ['Host: x']) + HIDDEN, [200], true),
  raw(
    'Upgrade to h2c',
    get('Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__') + get(),
    [200, 200],
    false,
  ),
  raw(
    'Upgrade to a WebSocket',
    get('Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13') +
      get(),
    [200, 200],
    false,
  ),
  raw('Expect: 100-continue', [post(['Expect: 100-continue', 'Content-Length: 16'], ''), BODY], [100, 200], false),
  raw('Expect: something else', post(['Expect: tea', 'Content-Length: 16'], BODY), [200], false),
  raw('a request after one that is refused', get('X: a\0b') + HIDDEN, [400], true),
  raw('a body over the limit', post(['Content-Length: 20000'], 'a'.repeat(20_000)) + HIDDEN, [413], true),
  raw('chunks over the limit', chunked(`4e20\r\n${'a'.repeat(20_000)}\r\n0\r\n\r\n${HIDDEN}`), [413], true),
]

const HEADS: readonly RawCase[] = [...FIELDS, ...HOSTS, ...LINES, ...CONNECTIONS]

// Where a request ends (RFC 9112, sections 6, 7 and 11.2).
const CONFLICTS: readonly RawCase[] = [
  refused('a length, then chunks', chunked(`0\r\n\r\n${HIDDEN}`, 'Content-Length: 5')),
  refused('chunks, then a length', post(['Transfer-Encoding: chunked', 'Content-Length: 5'], `0\r\n\r\n${HIDDEN}`)),
  refused('chunks and a length that covers the rest', chunked(`0\r\n\r\n${HIDDEN}`, `Content-Length: ${5 + HIDDEN.length}`)),
  refused(
    'chunks in HTTP/1.0',
    request('POST /api/tools/ip-lookup HTTP/1.0', [...JSON_FIELDS, 'Transfer-Encoding: chunked'], WHOLE),
  ),
  ...[
    'identity',
    'xchunked',
    'chunked, identity',
    'chunked, chunked',
    'gzip',
    'chunked;q=1',
    '"chunked"',
    '',
    '\x0bchunked',
    'chu nked',
  ].map((coding) =>
    refused(`Transfer-Encoding: ${JSON.stringify(coding)}`, post([`Transfer-Encoding: ${coding}`], `0\r\n\r\n${HIDDEN}`)),
  ),
  refused(
    'two Transfer-Encodings, the last not chunked',
    chunked(`0\r\n\r\n${HIDDEN}`).replace('\r\n\r\n', '\r\nTransfer-Encoding: identity\r\n\r\n'),
  ),
  refused('two Transfer-Encodings, the first not chunked', chunked(`0\r\n\r\n${HIDDEN}`, 'Transfer-Encoding: identity')),
  refused('two Transfer-Encodings, both chunked', chunked(`0\r\n\r\n${HIDDEN}`, 'Transfer-Encoding: chunked')),
  // An empty element of a list says nothing (RFC 9110, section 5.6.1), so what follows is a request of its own.
  raw('Transfer-Encoding: "chunked,"', post(['Transfer-Encoding: chunked,'], WHOLE) + get(), [200, 200], false),
  raw('Transfer-Encoding: ",chunked"', post(['Transfer-Encoding: ,chunked'], WHOLE) + get(), [200, 200], false),
  raw('CHUNKED in capitals', post(['TRANSFER-ENCODING: CHUNKED'], WHOLE), [200], false),
  raw('a tab before chunked', post(['Transfer-Encoding:\tchunked'], WHOLE), [200], false),
  raw(
    'a length named by Connection is a length still',
    post(['Connection: content-length', `Content-Length: ${BODY.length}`], BODY),
    [200],
    false,
  ),
]

const LENGTHS: readonly RawCase[] = [
  ...[
    ...'+16 -1 0x10 16a 1e1 16; 16, ,16'.split(' '),
    '16 16',
    '16, 17',
    '',
    '٣',
    ...'16.0 99999999999999999999 18446744073709551632'.split(' '),
  ].map((length) => refused(`Content-Length: ${JSON.stringify(length)}`, post([`Content-Length: ${length}`], BODY + HIDDEN))),
  refused('two lengths that differ', post(['Content-Length: 16', 'Content-Length: 0'], BODY + HIDDEN)),
  // RFC 9110, section 8.6, leaves this open.
  raw('two lengths that are equal', post(['Content-Length: 16', 'Content-Length: 16'], BODY) + get(), [200, 200], false),
  refused('a list of equal lengths', post(['Content-Length: 16, 16'], BODY + HIDDEN)),
  raw('spaces and a tab around a length', post(['Content-Length: \t 16 \t'], BODY), [200], false),
  raw('a length with zeros before it', post(['Content-Length: 0016'], BODY), [200], false),
  raw('a request in a body', post([`Content-Length: ${HIDDEN.length}`], HIDDEN) + get(), [400, 200], false),
  // A connection ends with the answer to a request whose body nobody reads.
  raw('a request in the body of a GET', [get(`Content-Length: ${HIDDEN.length}`) + HIDDEN + get()], [200], true),
  raw('a request in the body of a GET that comes later', [get(`Content-Length: ${HIDDEN.length}`), HIDDEN + get()], [200], true),
  raw(
    'a request in the chunks of a GET',
    `${get('Transfer-Encoding: chunked')}${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n${get()}`,
    [200],
    true,
  ),
  raw(
    'a request in a body that is refused unread',
    request('POST /nope HTTP/1.1', ['Host: x', `Content-Length: ${HIDDEN.length}`], HIDDEN) + get(),
    [404],
    true,
  ),
]

const CHUNKS: readonly RawCase[] = [
  raw('chunks of one byte', chunked(`${[...BODY].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`), [200], false),
  raw('chunks in two writes', [chunked(`10\r\n${BODY.slice(0, 5)}`), `${BODY.slice(5)}\r\n0\r\n\r\n`], [200], false),
  raw('zeros before a size', chunked(`0000010\r\n${BODY}\r\n000\r\n\r\n`), [200], false),
  raw('an extension', chunked(`10;a=b;c="d"\r\n${BODY}\r\n0;e\r\n\r\n`), [200], false),
  raw('a request after the chunks', chunked(WHOLE) + get(), [200, 200], false),
  ...[
    ...'-10 +10 0x10'.split(' '),
    ' 10',
    '1 0',
    '10h',
    'g',
    '',
    ...'10, 10000000000000010 FFFFFFFFFFFFFFFFF FFFFFFFFFFFFFFFF 80000000000000010'.split(' '),
  ].map((size) => refused(`a chunk of size ${JSON.stringify(size)}`, chunked(`${size}\r\n${BODY}\r\n0\r\n\r\n${HIDDEN}`))),
  refused('a size that ends with LF', chunked(`10\n${BODY}\r\n0\r\n\r\n${HIDDEN}`)),
  refused('a size that ends with CR', chunked(`10\r${BODY}\r\n0\r\n\r\n${HIDDEN}`)),
  refused('an extension with LF', chunked(`10;\n${BODY}\r\n0\r\n\r\n${HIDDEN}`)),
  refused('an extension with CR', chunked(`10;a\rb\r\n${BODY}\r\n0\r\n\r\n${HIDDEN}`)),
  refused('an extension with NUL', chunked(`10;a\0b\r\n${BODY}\r\n0\r\n\r\n${HIDDEN}`)),
  raw('an endless extension', chunked(`10;${'a'.repeat(70_000)}\r\n${BODY}\r\n0\r\n\r\n${HIDDEN}`), [413], true),
  refused('no line end after a chunk', chunked(`10\r\n${BODY}0\r\n\r\n${HIDDEN}`)),
  refused('LF alone after a chunk', chunked(`10\r\n${BODY}\n0\r\n\r\n${HIDDEN}`)),
  refused('more bytes than the chunk has', chunked(`10\r\n${BODY}xx\r\n0\r\n\r\n${HIDDEN}`)),
  // The runtime hands a body on at its last chunk, and hangs up at whatever follows it.
  raw('something else after the last chunk', chunked(`10\r\n${BODY}\r\n0\r\nXX${HIDDEN}`), [200, 400], true),
  raw('a length as a trailer', chunked(`10\r\n${BODY}\r\n0\r\nContent-Length: 60\r\n\r\n${HIDDEN}`), [200, 400], true),
  raw('a coding as a trailer', chunked(`10\r\n${BODY}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n${HIDDEN}`), [200, 400], true),
  raw('a trailer', chunked(`10\r\n${BODY}\r\n0\r\nX-Sum: 1\r\n\r\n`), [200, 400], true),
  raw('a trailer in its own write', [chunked(`10\r\n${BODY}\r\n0\r\n`), 'X-Sum: 1\r\n\r\n'], [200, 400], true),
]

const FRAMING: readonly RawCase[] = [...CONFLICTS, ...LENGTHS, ...CHUNKS]

export const CORPUS: readonly RawCase[] = [...FRAMING, ...HEADS]
