import { createMcpHandler } from '@modelcontextprotocol/server'
import { listingOf, type McpExchange, type Offer } from './listing.ts'
import { protocolServer } from './protocol-server.ts'

/** Answers a message that came over HTTP, already read and parsed. */
export type Respond = (request: Request, message: unknown, exchange: McpExchange) => Promise<Response>

/** Returns the protocol over HTTP, without sessions, for clients of 2025 and 2026. It loads the library, so it is imported with the first request that needs it. */
export function respondWith(offer: Offer): Respond {
  const listing = listingOf(offer)
  const exchanges = new WeakMap<Request, McpExchange>()
  const { fetch: answer } = createMcpHandler(({ requestInfo }) => {
    const exchange = requestInfo && exchanges.get(requestInfo)
    if (!exchange) throw new Error('a message without its request')
    return protocolServer(offer, listing, exchange)
  })
  return (request, message, exchange) => {
    exchanges.set(request, exchange)
    return answer(request, { parsedBody: message })
  }
}
