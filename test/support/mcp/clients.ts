// The Model Context Protocol as its clients speak it: the official ones, and by hand what they would never send.
import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { PROGRAM } from '../executable.ts'
import { NOBODY, plainEnvironment, ROOT } from '../server.ts'

/** Both generations of clients: those that open with `initialize`, and those whose every message says who it is. */
export const ERAS = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const satisfies readonly (readonly [string, VersionNegotiationMode])[]

type Connected = Client & AsyncDisposable

async function connected(mode: VersionNegotiationMode, transport: Parameters<Client['connect']>[0]): Promise<Connected> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

export function clientOver(url: string, mode: VersionNegotiationMode, headers: Record<string, string> = {}): Promise<Connected> {
  return connected(mode, new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
}

/** Returns a client that starts the program itself, as agents do. */
export function clientOfProgram(
  mode: VersionNegotiationMode,
  args: readonly string[] = [],
  command = PROGRAM,
): Promise<Connected> {
  const [program = '', ...rest] = command
  const env = Object.fromEntries(Object.entries(plainEnvironment()).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  const start = { command: program, args: [...rest, 'mcp', ...args], cwd: ROOT, stderr: 'inherit' as const }
  return connected(mode, new StdioClientTransport({ ...start, env: { ...env, DOORSTEP_RESOLVERS: NOBODY } }))
}

export const MCP_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** Sends bytes as a message. */
export function postMcp(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  more: RequestInit = {},
): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${url}/mcp`, { method: 'POST', headers: { ...MCP_HEADERS, ...headers }, body: text, ...more })
}

/** Returns the messages of an answer, in either of its forms. */
// biome-ignore lint/suspicious/noExplicitAny: a test asks whether a field is there; the types must not say so beforehand
export async function messagesOf(answer: Response): Promise<any[]> {
  const text = await answer.text()
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return text === '' ? [] : [JSON.parse(text)]
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
}

export function toolCall(name: string, body?: unknown, meta?: object): object {
  return {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, ...(body !== undefined && { arguments: body }), ...(meta && { _meta: meta }) },
  }
}

/** Returns the result of a call by a client of 2025. */
export async function callOver(url: string, name: string, body?: unknown, headers: Record<string, string> = {}, meta?: object) {
  const messages = await messagesOf(await postMcp(url, toolCall(name, body, meta), headers))
  return messages.at(-1)?.result ?? messages.at(-1)
}

/** Returns a message as a client of 2026 sends it. */
export function modern(method: string, params: Record<string, unknown>, meta: object = {}) {
  const version = '2026-07-28'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...meta,
  }
  const name = typeof params.name === 'string' ? { 'mcp-name': params.name } : {}
  return {
    message: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    headers: { 'mcp-protocol-version': version, 'mcp-method': method, ...name },
  }
}
