const TOKEN = "[!#$%&'*+.^_`|~0-9a-z-]+"
const PAIR = new RegExp(`[ \\t]*(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)")[ \\t]*(;|$)`, 'iy')
const BLANK = /^[ \t]*$/

/**
 * Yields the `for` of each element of a Forwarded header (RFC 7239, section 4), the last one first. For an element that breaks the grammar
 * or does not have a `for`, it yields null and stops, because everything before it may come from the client.
 *
 * Read from the left, a quote that a client leaves open would swallow what the proxy appends. Read from the right, the proxy's element
 * starts where the proxy started it, whatever comes before.
 */
export function* readForwarded(value: string): Generator<string | null> {
  for (let end = value.length; end >= 0; ) {
    const start = startOfElement(value, end)
    const element = value.slice(start, end)
    end = start - 1
    if (BLANK.test(element)) continue
    const node = forOf(element)
    yield node
    if (node === null) return
  }
}

/** Returns the start of the element that ends at `end`: after the nearest comma outside quotes. */
function startOfElement(value: string, end: number): number {
  for (let at = end - 1; at >= 0; at--) {
    if (value[at] === ',') return at + 1
    if (value[at] === '"') at = openingQuote(value, at)
  }
  return 0
}

/** Returns the matching opening quote: the nearest one to the left that is not escaped; -1 if there is none. */
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

/** Returns the value of `for`; null if it is missing, if a name occurs twice or if a pair breaks the grammar. */
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
