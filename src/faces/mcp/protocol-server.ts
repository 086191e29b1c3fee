import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import pkg from '../../../package.json' with { type: 'json' }
import { callTool } from './call-tool.ts'
import { type Listing, listingOf } from './listing.ts'
import { mcpText } from './mcp.text.ts'
import { LANGUAGE_KEY, localeIn, type McpExchange, type Offer, wantsWhole } from './offer.ts'

/** Time for which a client may keep the list of tools, which only another version of doorstep changes. */
const LIST_TTL_MS = 3_600_000

/** A validator of answers to questions that this server never asks; otherwise the library would make one for every server. */
const NO_VALIDATOR = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'nothing was asked' }) as const,
}

/** Returns a server of the protocol: over HTTP for one message, over standard input for as long as that is open. */
export function protocolServer(offer: Offer, listing: Listing, exchange: McpExchange): Server {
  const server = new Server(
    { name: pkg.name, title: pkg.name, version: pkg.version, description: pkg.description },
    {
      capabilities: { tools: {} },
      instructions: instructionsFor(offer, listing, exchange),
      jsonSchemaValidator: NO_VALIDATOR,
      // Private, because the language may be that of a header.
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' } },
    },
  )
  server.setRequestHandler('tools/list', (_, { mcpReq: { _meta } }) => {
    return { tools: listing.toolsIn(localeIn(_meta, exchange.locale), wantsWhole(_meta)) }
  })
  server.setRequestHandler('tools/call', ({ params }, context) => callTool(offer, exchange, params, context))
  return server
}

/** Returns what the tools are for, where they run, and whose address is tested. */
function instructionsFor(
  { isHome, forwarding, tools }: Offer,
  { aboutRequester }: Listing,
  { caller, locale }: McpExchange,
): string {
  const isHere = caller.kind === 'local' && forwarding?.names.length !== tools.size
  return [
    mcpText.say(locale, 'instructions', {}),
    ...(caller.kind === 'local' ? [] : [mcpText.say(locale, 'instructions-requester', { tools: aboutRequester })]),
    ...(isHere ? [mcpText.say(locale, 'instructions-local', {})] : []),
    ...(isHere && !forwarding ? [mcpText.say(locale, 'instructions-alone', {})] : []),
    ...(forwarding
      ? [mcpText.say(locale, 'instructions-forwarded', { server: forwarding.server, tools: forwarding.names.join(', ') })]
      : []),
    ...(isHome ? [mcpText.say(locale, 'instructions-home', {})] : []),
    mcpText.say(locale, 'instructions-foreign', {}),
    mcpText.say(locale, 'instructions-language', { key: LANGUAGE_KEY }),
  ].join('\n\n')
}

/**
 * Returns a function that answers a message which came over HTTP, already read and parsed: without sessions, for clients of 2025 and 2026.
 * This file loads the library, so it is imported with the first request that needs it.
 */
export function respondWith(offer: Offer): (request: Request, message: unknown, exchange: McpExchange) => Promise<Response> {
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
