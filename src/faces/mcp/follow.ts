import { inOneLine } from '../http/stream.ts'

/**
 * Returns an answer, and a promise that it is over: at once, or if it is a stream, when that ends or its client leaves. The library writes an event
 * at a time, so what some readers take for the end of a line can be escaped here.
 */
export function followed(response: Response): { readonly response: Response; readonly over: Promise<void> } {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!response.body || !isStream) return { response, over: Promise.resolve() }
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const reader = response.body.getReader()
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]
  const body = new ReadableStream<Uint8Array>({
    async pull(to) {
      try {
        const { done, value } = await reader.read()
        if (!done) return to.enqueue(encoder.encode(inOneLine(decoder.decode(value, { stream: true }))))
        to.close()
      } catch (error) {
        to.error(error)
      }
      end()
    },
    async cancel(reason) {
      end()
      await reader.cancel(reason)
    },
  })
  return { response: new Response(body, response), over }
}
