import { type Readable, Transform } from 'node:stream'
import { deserializeMessage, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { mcpText } from './mcp.text.ts'
import { EXAMPLE_MESSAGE } from './offer.ts'

/** The longest line that is read: every message of a client is far shorter. */
const LINE_MAX = 1024 * 1024
const LINE_FEED = 0x0a
const NOTHING = Buffer.alloc(0)

/**
 * Returns the lines of an input that are messages. The library passes over all others in silence, for which a client would wait forever:
 * they are answered here, as JSON-RPC demands.
 */
export function messagesOf(input: Readable, answer: (line: string) => void): Readable {
  let rest = NOTHING
  let isSkipping = false
  const refuse = (fault: Fault) => answer(`${JSON.stringify(fault)}\n`)
  const messages = new Transform({
    transform(chunk: Buffer, _, done) {
      let start = 0
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        const line = Buffer.concat([rest, chunk.subarray(start, end)])
        rest = NOTHING
        start = end + 1
        const fault = isSkipping ? null : faultIn(line.toString())
        if (fault) refuse(fault)
        else if (!isSkipping) this.push(Buffer.concat([line, NEW_LINE]))
        isSkipping = false
      }
      if (!isSkipping) rest = Buffer.concat([rest, chunk.subarray(start)])
      if (rest.length > LINE_MAX) {
        ;[rest, isSkipping] = [NOTHING, true]
        refuse(faultOf(ProtocolErrorCode.InvalidRequest, 'long-line'))
      }
      done()
    },
  })
  return input.pipe(messages)
}

const NEW_LINE = Buffer.from('\n')

type Fault = ReturnType<typeof faultOf>

/** Returns the answer to a line that is no message; null for a message, and for an empty line. */
function faultIn(line: string): Fault | null {
  if (line.trim() === '') return null
  const parsed = parsedOrNull(line)
  if (!parsed) return faultOf(ProtocolErrorCode.ParseError, 'bad-json')
  try {
    deserializeMessage(line)
    return null
  } catch {
    return faultOf(ProtocolErrorCode.InvalidRequest, 'bad-message', idOf(parsed.value))
  }
}

function parsedOrNull(line: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(line) }
  } catch {
    return null
  }
}

function idOf(value: unknown): string | number | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** Returns an error of JSON-RPC: in English, since nothing was read that names a language. */
function faultOf(code: ProtocolErrorCode, key: 'bad-json' | 'bad-message' | 'long-line', id: string | number | null = null) {
  return { jsonrpc: '2.0', id, error: { code, message: mcpText.say('en', key, { example: EXAMPLE_MESSAGE }) } }
}
