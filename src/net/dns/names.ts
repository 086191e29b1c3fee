/** Domain names in presentation form, without the final dot: escapes as in RFC 1035, section 5.1; the root is empty. */
import { labelsOf } from '../../policy/names.ts'

const ESCAPE = /\\(\d{3}|.)/gs
const ASCII = /^[\0-\x7f]*$/
const LABEL_MAX_BYTES = 63
const NAME_MAX_BYTES = 255

/** Encodes a name. Throws for one that the wire cannot hold unchanged: a name that was cut would be a different name. */
export function encodeName(name: string): Buffer {
  if (!ASCII.test(name)) throw new Error('a name is asked about in ASCII')
  const bytes = name.includes('\\') ? encodeEscaped(name) : encodePlain(name)
  if (bytes.length > NAME_MAX_BYTES) throw new Error('a name is too long')
  return bytes
}

/** Encodes a name without escapes, in which every character is a byte and every dot the length of a label. */
function encodePlain(name: string): Buffer {
  const bytes = Buffer.alloc(name.length + 2)
  let end = 0
  for (const label of name === '' ? [] : name.split('.')) {
    bytes[end] = labelLength(label)
    end += 1 + bytes.write(label, end + 1, 'latin1')
  }
  return bytes.subarray(0, end + 1)
}

function encodeEscaped(name: string): Buffer {
  const all = labelsOf(name)
  if (all.join('.') !== name) throw new Error('a name has an empty label, or ends in an escape')
  const labels = all.map((label) => {
    const bytes = Buffer.from(
      label.replace(ESCAPE, (_, code: string) => unescaped(code)),
      'latin1',
    )
    return Buffer.concat([Buffer.from([labelLength(bytes)]), bytes])
  })
  return Buffer.concat([...labels, Buffer.from([0])])
}

function labelLength({ length }: { readonly length: number }): number {
  if (length === 0 || length > LABEL_MAX_BYTES) throw new Error(`a label has 1 to ${LABEL_MAX_BYTES} bytes, not ${length}`)
  return length
}

function unescaped(code: string): string {
  if (code.length < 3) return code
  if (Number(code) > 0xff) throw new Error(`\\${code} is not a byte`)
  return String.fromCharCode(Number(code))
}
