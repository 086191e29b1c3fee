/** Domain names in presentation form, without the final dot: escapes as in RFC 1035, section 5.1; the root is empty. */

/** A label: anything but an unescaped dot. */
const LABEL = /(?:\\\d{3}|\\.|[^\\.])+/gs
const ESCAPE = /\\(\d{3}|.)/gs

export function encodeName(name: string): Buffer {
  return name.includes('\\') ? encodeEscaped(name) : encodePlain(name)
}

/** Without an escape every character is a byte, and every dot the length of a label. */
function encodePlain(name: string): Buffer {
  const bytes = Buffer.alloc(name.length + 2)
  let end = 0
  for (const label of name.split('.')) {
    if (label === '') continue
    bytes[end] = label.length
    end += 1 + bytes.write(label, end + 1, 'latin1')
  }
  return bytes.subarray(0, end + 1)
}

function encodeEscaped(name: string): Buffer {
  const labels = labelsOf(name).map((label) => {
    const bytes = Buffer.from(
      label.replace(ESCAPE, (_, code: string) => unescaped(code)),
      'latin1',
    )
    return Buffer.concat([Buffer.from([bytes.length]), bytes])
  })
  return Buffer.concat([...labels, Buffer.from([0])])
}

function unescaped(code: string): string {
  return code.length === 3 ? String.fromCharCode(Number(code) & 0xff) : code
}

export function labelsOf(name: string): string[] {
  return name.match(LABEL) ?? []
}

/** The name under which an address has its PTR record (RFC 1035, section 3.5; RFC 3596, section 2.5). */
export function reverseName({ version, words }: { version: 4 | 6; words: readonly number[] }): string {
  const hex = words.map((word) => word.toString(16).padStart(8, '0')).join('')
  if (version === 6) return `${[...hex].toReversed().join('.')}.ip6.arpa`
  const octets = hex.match(/../g) ?? []
  return `${octets
    .map((octet) => Number.parseInt(octet, 16))
    .toReversed()
    .join('.')}.in-addr.arpa`
}
