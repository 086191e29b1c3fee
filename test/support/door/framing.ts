// Where a request ends (RFC 9112, sections 6, 7 and 11.2).
import { BODY, chunked, get, HIDDEN, JSON_FIELDS, post, type RawCase, raw, refused, request, WHOLE } from './case.ts'

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
    '+16',
    '-1',
    '0x10',
    '16a',
    '1e1',
    '16;',
    '16,',
    ',16',
    '16 16',
    '16, 17',
    '',
    '٣',
    '16.0',
    '99999999999999999999',
    '18446744073709551632',
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
    '-10',
    '+10',
    '0x10',
    ' 10',
    '1 0',
    '10h',
    'g',
    '',
    '10,',
    '10000000000000010',
    'FFFFFFFFFFFFFFFFF',
    'FFFFFFFFFFFFFFFF',
    '80000000000000010',
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

export const FRAMING: readonly RawCase[] = [...CONFLICTS, ...LENGTHS, ...CHUNKS]
