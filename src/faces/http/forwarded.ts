const TOKEN = "[!#$%&'*+.^_`|~0-9a-z-]+"
const PAIR = new RegExp(`[ \\t]*(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)")[ \\t]*(;|$)`, 'iy')
const BLANK = /^[ \t]*$/

/**
 * The `for` of each element of a Forwarded header (RFC 7239, section 4), in the order of the header, as far as they can be read
 * from its right end. The first that breaks the grammar, or has no `for`, is a null, and nothing before it is read: that was
 * written by the client, or by nobody who can be believed.
 *
 * Read from the left, a quote that a client leaves open would swallow what the proxy writes behind it. From the right the
 * element of the proxy ends where the proxy began it, whatever stands before.
 */
export function readForwarded(value: string): (string | null)[] {
  const nodes: (string | null)[] = []
  for (let end = value.length; end >= 0; ) {
    const start = startOfElement(value, end)
    const element = value.slice(start, end)
    end = start - 1
    if (BLANK.test(element)) continue
    const node = forOf(element)
    nodes.push(node)
    if (node === null) break
  }
  return nodes.reverse()
}

/** Where the element begins that ends at `end`: behind the nearest comma that stands in no quotes. */
function startOfElement(value: string, end: number): number {
  for (let at = end - 1; at >= 0; at--) {
    if (value[at] === ',') return at + 1
    if (value[at] === '"') at = openingQuote(value, at)
  }
  return 0
}

/** The quote that opens what this one closes: the nearest before it that no backslash escapes; -1 without one. */
function openingQuote(value: string, closing: number): number {
  for (let at = closing - 1; at >= 0; at--) {
    if (value[at] !== '"') continue
    let first = at
    while (value[first - 1] === '\\') first--
    if ((at - first) % 2 === 0) return at
    at = first
  }
  return -1
}

/** The value of `for`; null without one, and where a name stands twice or a pair breaks the grammar. */
function forOf(element: string): string | null {
  const values = new Map<string, string>()
  for (let at = 0, isOpen = true; isOpen; ) {
    PAIR.lastIndex = at
    const [whole, name, token, quoted, end] = PAIR.exec(element) ?? []
    const key = name?.toLowerCase()
    if (whole === undefined || key === undefined || values.has(key)) return null
    values.set(key, token ?? (quoted ?? '').replace(/\\(.)/g, '$1'))
    at += whole.length
    isOpen = end === ';'
  }
  return values.get('for') ?? null
}
