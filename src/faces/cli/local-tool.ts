import { openServices } from '../../operations/opening/services.ts'
import { isAtHome, type NamedTool } from '../../operations/registry/tools.ts'
import { answerChecks } from '../../operations/run/answer.ts'
import { NO_BODY } from '../../operations/run/call.ts'
import { faultLog } from '../../operations/run/faults.ts'
import { prepare } from '../../operations/run/run.ts'
import { TESTING } from '../../platform/testing.ts'
import { LOCAL_CALLER } from '../../policy/caller.ts'
import { complain, WARNINGS } from './output.ts'
import type { Ran } from './printed-answer.ts'
import type { ToolRun } from './progress.ts'
import type { ToolCommand } from './tool-line.ts'

/** Runs a tool on this machine, as a server would for a caller of its own. Throws a Refusal, or a ConfigError for a file that a setting names. */
export async function runHere(named: NamedTool, { body, line, config }: ToolCommand, { report, signal }: ToolRun): Promise<Ran> {
  const { services } = openServices(config, WARNINGS, null)
  const faults = faultLog(({ error }) => complain(error instanceof Error ? (error.stack ?? error.message) : String(error)))
  // A command at home has problems in its own words.
  const around = isAtHome(named) ? [] : [faults, ...(TESTING.answers ? [answerChecks([named])] : [])]
  const [runnable] = prepare([named], services, around).values()
  if (!runnable) throw new Error(`${named.name} was not prepared`)
  return runnable.run({
    body: named.tool.body ? body : NO_BODY,
    caller: LOCAL_CALLER,
    locale: line.locale,
    signal,
    face: 'cli',
    ...(report && { report }),
  })
}
