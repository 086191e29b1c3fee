import { cleanText } from '../../contract/clean.ts'
import { ForeignProblem, type ForeignProblemBody } from '../../contract/problem.ts'
import type { NamedTool } from '../../registry/tools.ts'
import type { Call, Outcome } from '../../run/call.ts'
import type { Runnable } from '../../run/run.ts'
import { schemaErrorFinder } from '../../run/validate.ts'
import { ConfigError } from '../../settings/config-error.ts'
import type { Config } from '../../settings/options.ts'
import { cliText } from '../cli/cli.text.ts'
import { runRemotely } from '../cli/remote-tool.ts'

/** No answer of doorstep is nested as deeply; deeper ones could exhaust the stack. */
const DEPTH_MAX = 32

/**
 * Returns a tool that another doorstep runs for this connection. What comes back is as hostile as any answer from the network, and goes to a
 * model: its texts are cleaned, and it has to have the form that was promised to the client. Throws a ForeignProblem for what that
 * doorstep refuses, a ConfigError where it does not answer as one.
 */
export function forwarded(named: NamedTool, config: Config & { server: URL }): Runnable {
  let finder: ReturnType<typeof schemaErrorFinder> | null = null
  const isPromised = (answer: unknown) => {
    finder ??= schemaErrorFinder(named.tool.result)
    return finder(answer) === null
  }
  return {
    ...named,
    example: '',
    async run({ body, locale, report, signal }: Call): Promise<Outcome> {
      const misfit = () => new ConfigError(cliText.say(locale, 'other-version', { server: config.server.href }))
      const own = (value: unknown) => {
        const cleaned = cleanedDeeply(value)
        if (cleaned === TOO_DEEP) throw misfit()
        return cleaned
      }
      const call = {
        // A seam: the face has taken it from an object of the message; the other doorstep checks what is in it.
        body: body as Record<string, unknown>,
        locale,
        report: report ? (event: unknown) => report(own(event)) : null,
        signal,
      }
      const { answer, result } = await runRemotely(named, call, config).catch((thrown) => {
        // A seam: cleaning changes no type.
        throw thrown instanceof ForeignProblem ? new ForeignProblem(own(thrown.problem) as ForeignProblemBody) : thrown
      })
      const outcome = { answer: own(answer), result: own(result) }
      if (!isPromised(outcome.answer)) throw misfit()
      return outcome
    },
  }
}

const TOO_DEEP = Symbol('too deep')

/** Returns the same value with every text in it cleaned. */
function cleanedDeeply(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEPTH_MAX) return TOO_DEEP
  const entries = Object.entries(value).map(([key, inner]) => [cleanText(key), cleanedDeeply(inner, depth + 1)] as const)
  if (entries.some(([, inner]) => inner === TOO_DEEP)) return TOO_DEEP
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
