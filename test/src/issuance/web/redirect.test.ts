import { describe, expect, test } from 'bun:test'
import { readRedirect } from '../../../../src/issuance/web/chain.ts'

const FIRST = new URL('http://home.example.test/.well-known/acme-challenge/doorstep-x')

/** Returns the URL that is asked for next, or why none is. */
function led(location: string | null, status = 301, asked: readonly [URL, ...URL[]] = [FIRST]): string | null {
  const redirect = readRedirect({ status, location }, asked)
  if (!redirect) return null
  return 'stop' in redirect ? `stop: ${redirect.stop}` : redirect.next.href
}

describe('a redirect', () => {
  const cases: Record<string, [string, string]> = {
    'to HTTPS': ['https://home.example.test/.well-known/x', 'https://home.example.test/.well-known/x'],
    relative: ['/other?a=b#c', 'http://home.example.test/other?a=b'],
    'without a scheme': ['//www.example.test/x', 'http://www.example.test/x'],
    'to an explicit port': ['http://home.example.test:443/x', 'http://home.example.test:443/x'],
    'with a login and a final dot': ['https://a:b@www.example.test./x', 'https://www.example.test/x'],
    'in capitals': ['HTTPS://WWW.Example.Test/x', 'https://www.example.test/x'],
    'to another port': ['https://home.example.test:8443/x', 'stop: port'],
    'to another scheme': ['ftp://home.example.test/x', 'stop: scheme'],
    'to a program': ['javascript:alert(1)', 'stop: scheme'],
    'to an odd spelling of an address, which is read': ['http://0x7f.1/x', 'http://127.0.0.1/x'],
    'to a number': ['http://2130706433/x', 'http://127.0.0.1/x'],
    'without the slash': ['https://example.test.well-known/acme-challenge/x', 'stop: slash'],
    'without the slash, after a port': ['https://example.test:443.well-known/acme-challenge/x', 'stop: slash'],
    'without the slash and the scheme': ['//example.test.well-known/acme-challenge/x', 'stop: slash'],
    'to no host': ['https:///x', 'stop: invalid'],
    'to a scheme alone': ['http:x', 'stop: invalid'],
    'to no host and no scheme': ['///evil.test/x', 'stop: invalid'],
    'with a backslash': ['/\\evil.test/x', 'stop: invalid'],
    'with a control character': ['https://home.example.test/\u0009x', 'stop: invalid'],
    'that is not a URL': ['https://a b/', 'stop: invalid'],
    'that is empty': ['  ', 'stop: invalid'],
    'too long a path': [`/${'a'.repeat(2000)}`, 'stop: invalid'],
    'too long by far': [`/?${'a'.repeat(9000)}`, 'stop: invalid'],
    'to itself': [FIRST.pathname, 'stop: loop'],
    'to itself with a fragment': [`${FIRST.href}#x`, 'stop: loop'],
  }
  for (const [what, [location, next]] of Object.entries(cases)) test(what, () => expect(led(location)).toBe(next))

  test('by its status: four are followed, 303 is not, others are no redirects', () => {
    const of = (status: number) => led('/x', status)
    expect([301, 302, 307, 308].map(of)).toEqual(Array(4).fill('http://home.example.test/x'))
    expect([of(303), [200, 201, 300, 304, 404].map(of)]).toEqual(['stop: status', Array(5).fill(null)])
    expect(led(null, 301)).toBeNull()
  })

  test('to a URL before the last', () => {
    const second = new URL('https://home.example.test/x')
    expect(led(FIRST.href, 302, [FIRST, second])).toBe('stop: loop')
    expect(led('/y', 302, [FIRST, second])).toBe('https://home.example.test/y')
  })

  test('the tenth is followed, one more is not', () => {
    const asked = (count: number): [URL, ...URL[]] => [
      FIRST,
      ...Array.from({ length: count - 1 }, (_, at) => new URL(`/${at}`, FIRST)),
    ]
    expect(led('/next', 302, asked(10))).toBe('http://home.example.test/next')
    expect(led('/next', 302, asked(11))).toBe('stop: loop')
  })
})
