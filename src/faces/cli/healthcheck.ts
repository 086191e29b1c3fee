import { askReadiness } from '../../net/readiness.ts'
import { patient } from '../../platform/testing.ts'
import { socketFileOf } from '../../settings/parse.ts'
import { cliText } from './cli.text.ts'
import { failed, type Printed, printed } from './output.ts'
import { usageError } from './usage-error.ts'
import type { VerbLine } from './verb.ts'

/** Below the three seconds after which most supervisors give up by themselves. */
const TIMEOUT_MS = 2500
/** Addresses at which a server that listens on every address of a family can be reached from its own machine. */
const OWN_ADDRESS: Readonly<Record<string, string>> = { '::': '127.0.0.1', '0.0.0.0': '127.0.0.1' }

/** `doorstep healthcheck`: asks the server that these settings describe whether it is ready. */
export async function healthcheck({ locale, settings }: VerbLine): Promise<Printed> {
  const { host, port, tlsCert } = settings().config
  const file = socketFileOf(host)
  if (port === 0 && file === null) throw usageError(cliText, 'port-unknown')
  const readiness = await askReadiness(
    { host: OWN_ADDRESS[host] ?? host, port, file, isSecure: tlsCert !== null },
    patient(TIMEOUT_MS),
  )
  if (readiness.ready) return printed(`${cliText.say(locale, 'ready', {})}\n`)
  const reason = readiness.reason[locale]
  const why =
    file === null ? cliText.say(locale, 'not-ready', { port, reason }) : cliText.say(locale, 'not-ready-file', { file, reason })
  return failed(why)
}
