import type { Locale } from '../../contract/text.ts'
import { openServices } from '../../opening/services.ts'
import { NEVER } from '../../platform/deadline.ts'
import type { Logger } from '../../platform/log.ts'
import { TESTING } from '../../platform/testing.ts'
import { LOCAL_CALLER } from '../../policy/caller.ts'
import type { NamedTool } from '../../registry/tools.ts'
import { answerChecks } from '../../run/answer.ts'
import { NO_BODY, type Outcome } from '../../run/call.ts'
import { faultLog } from '../../run/faults.ts'
import { prepare } from '../../run/run.ts'
import type { Config } from '../../settings/options.ts'
import { complain } from './output.ts'

/** The outcome of a run, here or on another doorstep. */
export type Ran = Outcome

export interface LocalCall {
  readonly body: Readonly<Record<string, unknown>>
  readonly locale: Locale
  /** Null if no progress is shown. */
  readonly report: ((event: unknown) => void) | null
}

/** Runs a tool on this machine, as a server would for a caller of its own. Throws a Refusal, or a ConfigError for a file that a setting names. */
export async function runHere(named: NamedTool, { body, locale, report }: LocalCall, config: Config): Promise<Ran> {
  const { services } = openServices(config, WARNINGS, null)
  const faults = faultLog(({ error }) => complain(error instanceof Error ? (error.stack ?? error.message) : String(error)))
  const checks = TESTING.answers ? [answerChecks([named])] : []
  const runnable = prepare([named], services, [faults, ...checks]).get(named.name)
  if (!runnable) throw new Error(`${named.name} was not prepared`)
  return runnable.run({
    body: named.tool.body ? body : NO_BODY,
    caller: LOCAL_CALLER,
    locale,
    signal: NEVER,
    face: 'cli',
    ...(report && { report }),
  })
}

/** A server logs much when it opens its files; at a terminal only the warnings matter. */
export const WARNINGS: Logger = { debug() {}, info() {}, warn: (message) => complain(`warning: ${message}`), error: complain }
