/** Response heads as large, as repetitive and as slow as HTTP allows. */
import { nameOf } from './dns-names.ts'
import { byteByByte, type Divisor, fill, forever, SILENCE_MS, type Stream, share } from './shape.ts'

const HEAD_MOST = 64 * 1024
const LOCATION_MOST = 60 * 1024
const DRIP_MS = 20
const START = 'HTTP/1.1 200 OK\r\n'
const END = '\r\n'
const INTERIM = 'HTTP/1.1 103\n\n'
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n'

const bytes = (...parts: readonly string[]) => Buffer.from(parts.join(''), 'latin1')
const roomFor = (divisor: Divisor) => share(HEAD_MOST - START.length - END.length - 64, divisor)
const lines = (divisor: Divisor, make: (index: number) => string) =>
  Buffer.concat([bytes(START), ...fill(roomFor(divisor), (index) => bytes(make(index))), bytes(END)])

/** A head of many lines, and then nothing. */
const manyLines =
  (make: (index: number) => string) =>
  (divisor: Divisor): Stream => [lines(divisor, make)]

function* unendedLine(start: string, piece: string, divisor: Divisor): Stream {
  yield* byteByByte(bytes(start, piece.repeat(roomFor(divisor) / piece.length)))
}

const redirect = (location: string) => bytes('HTTP/1.1 302 Found\r\nLocation: ', location, '\r\n\r\n')

/** The answer of a server on a port of its own, to every request. */
export const HTTP_SHAPES: Record<string, (divisor: Divisor, port: number) => Stream> = {
  'fields-many': manyLines(() => 'a:\r\n'),
  'lines-bare': manyLines(() => 'a\n'),
  'lines-odd': manyLines(() => '\x80\n'),
  folds: manyLines((index) => (index === 0 ? 'a: b\r\n' : ' \n')),
  'folds-blank': manyLines((index) => (index === 0 ? 'a: b\r\n' : `${' '.repeat(99)}\n`)),
  cookies: manyLines(() => 'set-cookie: a\n'),
  directives: (divisor) => [bytes(START, 'strict-transport-security: ', ';'.repeat(roomFor(divisor) - 40), '\r\n', END)],
  'value-blank': (divisor) => [bytes(START, 'a:', ' '.repeat(roomFor(divisor)), 'b\r\n', END)],
  'value-controls': (divisor) => [bytes(START, 'a: ', '\x07\x85'.repeat(roomFor(divisor) / 2), '\r\n', END)],
  'phrase-long': (divisor) => [bytes('HTTP/1.1 200 ', 'x'.repeat(roomFor(divisor)), '\r\n', END)],
  interim: (divisor) => [bytes(INTERIM.repeat(roomFor(divisor) / INTERIM.length))],
  *'line-endless'(divisor) {
    yield* unendedLine(START, 'a', divisor)
  },
  *'line-blank'(divisor) {
    yield* unendedLine(`${START}a:`, ' ', divisor)
  },
  *'lines-in-pieces'(divisor) {
    yield* byteByByte(lines(divisor, () => 'a\n'))
  },
  *'head-endless'() {
    yield bytes(START)
    yield* forever(bytes('a: b\r\n'.repeat(1000)))
  },
  *'chunk-endless'() {
    yield bytes(START, CHUNKED, '1;a=')
    yield* forever(bytes('a'.repeat(16_384)))
  },
  'locations-long': (divisor) => [redirect(`/${'a'.repeat(share(LOCATION_MOST, divisor))}`)],
  'locations-escaped': (divisor) => [redirect(`/${'\xff'.repeat(share(LOCATION_MOST / 3, divisor))}`)],
  'locations-spaces': (divisor) => [redirect(`/${'"'.repeat(share(LOCATION_MOST / 3, divisor))}`)],
  'locations-climbing': (divisor) => [redirect(`/${'a/../'.repeat(share(LOCATION_MOST, divisor) / 5)}`)],
  'locations-hosts': (divisor, port) => [
    redirect(`http://${nameOf({ shape: 'a-many', divisor, place: 'both' }, `h${hosts++}`)}:${port}/`),
  ],
  *drip() {
    yield* byteByByte(bytes(START, 'a: '.repeat(10_000)), DRIP_MS)
  },
  *silent() {
    yield SILENCE_MS
  },
}

/** Each redirect leads to another. */
let hosts = 0
