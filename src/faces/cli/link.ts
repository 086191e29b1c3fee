import { RESULT_PREFIX, writeResult } from '../../contract/result-link.ts'
import type { NamedTool } from '../../registry/tools.ts'
import { isAboutOwn } from '../../run/requester.ts'
import type { Config } from '../../settings/options.ts'
import { cliText } from './cli.text.ts'
import type { ToolLine } from './tool-line.ts'
import { usageError } from './usage-error.ts'
import type { Outcome } from './verb.ts'

/** Refuses `--link` where there is not one page that draws the result. */
export function refuseUnlinkable({ isLinked, isFromPlaces }: ToolLine, { server }: Config): void {
  if (isLinked && (server === null || isFromPlaces)) throw usageError('link-needs-server', {})
}

interface Linked {
  readonly named: NamedTool
  readonly answer: unknown
  readonly line: ToolLine
  readonly config: Config
}

/** Adds the link to what is printed: below the result, or on standard error where standard output belongs to a script. */
export async function withLink(outcome: Outcome, { named, answer, line, config: { server } }: Linked): Promise<Outcome> {
  if (!line.isLinked || !server) return outcome
  const isOwn = isAboutOwn(named)
  const data = typeof answer === 'object' && answer !== null ? writeResult(answer, { isOwn }) : null
  const text = (key: 'link-of-own' | 'link' | 'no-link') => cliText.say(line.locale, key, {})
  const url = new URL(`#${RESULT_PREFIX}${data}`, server)
  const lines = data === null ? text('no-link') : `${text(isOwn ? 'link-of-own' : 'link')}\n${url}`
  if (line.isJson || line.isShort) return { ...outcome, err: `${outcome.err}doorstep: ${lines}\n` }
  return { ...outcome, out: `${outcome.out}\n${lines}\n` }
}
