import { writeSync } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { deserializeMessage, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { cleanTexts, jsonOf } from '../../contract/clean.ts'
import { ForeignProblem, type ForeignProblemBody } from '../../contract/problem.ts'
import { machineSources } from '../../home/computer/sources.ts'
import { homeTools } from '../../home/index.ts'
import { HOME_NAMES } from '../../home/names.ts'
import { BucketTable } from '../../limits/gcra.ts'
import { TargetLimits } from '../../limits/targets.ts'
import { openTools } from '../../operations/opening/files.ts'
import { openServices } from '../../operations/opening/services.ts'
import { isBoundToRequester, type NamedTool } from '../../operations/registry/tools.ts'
import type { Call, Outcome } from '../../operations/run/call.ts'
import { faultLog } from '../../operations/run/faults.ts'
import { prepare, type Runnable } from '../../operations/run/run.ts'
import { schemaErrorFinder } from '../../operations/run/validate.ts'
import { createLogger } from '../../platform/log.ts'
import { LOCAL_CALLER } from '../../policy/caller.ts'
import type { Config } from '../../settings/options.ts'
import type { Settings } from '../../settings/read.ts'
import { cliText } from '../cli/cli.text.ts'
import { STDERR } from '../cli/output.ts'
import { outsideOf } from '../cli/outside.ts'
import { runRemotely } from '../cli/remote-tool.ts'
import { usageError } from '../cli/usage-error.ts'
import { listingOf } from './listing.ts'
import { mcpText } from './mcp.text.ts'
import { EXAMPLE_MESSAGE, offered } from './offer.ts'
import { protocolServer } from './protocol-server.ts'

/** The choices of the command line. */
interface Offered {
  /** Whether the doorstep of `--server` runs every tool. */
  readonly isAll: boolean
  /** Whether the commands at home that only look are offered as well. */
  readonly isHome: boolean
}

/**
 * Serves the protocol over standard input and output to an agent on this machine, until it closes the input. Checks run here, under the
 * rules of the settings. A caller here does not have an address, so tools about the requester run on the doorstep of `--server`; without
 * one they are not offered. With `isAll`, that doorstep runs every tool; what looks from inside runs here all the same.
 */
export async function serveStandardIo({ config, warnings }: Settings, { isAll, isHome }: Offered): Promise<void> {
  const isAway = (named: NamedTool) => isAll || isBoundToRequester(named)
  // Standard output belongs to the protocol.
  const log = createLogger(config.logLevel, (line) => writeSync(STDERR, `${line}\n`), config.logFormat !== 'json')
  for (const warning of warnings) log.warn(warning.en)
  const { services } = openServices(config, log, new TargetLimits(new BucketTable()))
  const loaded = (await openTools(config, (error) => log.error('a plug-in failed outside of a request', { error }))).current()
  // A plug-in of the same name would pass for the command at home.
  const tools = loaded.tools.filter(({ name }) => !(isHome && HOME_NAMES.includes(name)))
  const { server } = config
  const [away, here] = [tools.filter(isAway), tools.filter((named) => !isAway(named))]
  const own = prepare([...(isHome ? lookingAtHome(config) : []), ...here], services, [
    faultLog((fault) => log.error('a tool failed', fault)),
  ])
  const theirs = server ? away.map((named) => forwarded(named, { ...config, server })) : []
  const all = offered([...own.values(), ...theirs])
  const offer = {
    tools: all,
    isHome,
    forwarding: server && { server: server.href, names: [...all.keys()].filter((name) => !own.has(name)) },
    limitsOf: null,
    catalogue: services.catalogue,
    fail: (error: unknown) => log.error('a request failed', { error }),
  }
  const listing = listingOf(offer)
  const input = messagesOf(process.stdin, (line) => void process.stdout.write(line))
  serveStdio(() => protocolServer(offer, listing, { caller: LOCAL_CALLER, locale: 'en' }), {
    transport: new StdioServerTransport(input),
  })
}

/** Returns the commands at home that change nothing, with the doorstep of `--server` for the view from outside. */
function lookingAtHome(config: Config): readonly NamedTool[] {
  return homeTools({ sources: machineSources(), outside: outsideOf(config) }).filter(({ isReadOnly }) => isReadOnly)
}

/**
 * Returns a tool that another doorstep runs for this connection. What comes back is as hostile as any answer from the network, and goes to a
 * model: its texts are cleaned, and it has to have the form that was promised to the client. Throws a ForeignProblem for what that
 * doorstep refuses, a ConfigError where it does not answer as one.
 */
function forwarded(named: NamedTool, config: Config & { server: URL }): Runnable {
  let finder: ReturnType<typeof schemaErrorFinder> | null = null
  return {
    ...named,
    example: '',
    async run({ body, locale, report, signal }: Call): Promise<Outcome> {
      const call = {
        // A seam: the face has taken it from an object of the message; the other doorstep checks what is in it.
        body: body as Record<string, unknown>,
        locale,
        report: report ? (event: unknown) => report(cleanTexts(event)) : null,
        signal,
      }
      const { answer, result } = await runRemotely(named, call, config).catch((thrown) => {
        // A seam: cleaning changes no type.
        throw thrown instanceof ForeignProblem ? new ForeignProblem(cleanTexts(thrown.problem) as ForeignProblemBody) : thrown
      })
      const outcome = { answer: cleanTexts(answer), result: cleanTexts(result) }
      finder ??= schemaErrorFinder(named.tool.result)
      if (finder(outcome.answer) === null) return outcome
      throw usageError(cliText, 'other-version', { server: config.server.href })
    },
  }
}

/** The longest line that is read: every message of a client is far shorter. */
const LINE_MAX = 1024 * 1024
const LINE_FEED = 0x0a
const NOTHING = Buffer.alloc(0)

/**
 * Returns the lines of an input that are messages. The library passes over all others in silence, for which a client would wait forever:
 * they are answered here, as JSON-RPC demands.
 */
function messagesOf(input: Readable, answer: (line: string) => void): Readable {
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
  const parsed = jsonOf(line)
  if (parsed === undefined) return faultOf(ProtocolErrorCode.ParseError, 'bad-json')
  try {
    deserializeMessage(line)
    return null
  } catch {
    return faultOf(ProtocolErrorCode.InvalidRequest, 'bad-message', idOf(parsed))
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
