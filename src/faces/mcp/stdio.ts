import { writeSync } from 'node:fs'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { BucketTable } from '../../limits/table.ts'
import { TargetLimits } from '../../limits/targets.ts'
import { createLogger } from '../../observe/log.ts'
import { LOCAL_CALLER } from '../../policy/caller.ts'
import { faultLog } from '../../run/faults.ts'
import { prepare } from '../../run/run.ts'
import { openServices } from '../../services/index.ts'
import type { Settings } from '../../settings/read.ts'
import { openTools } from '../../sources.ts'
import { STDERR } from '../cli/output.ts'
import { listingOf } from './listing.ts'
import { offered } from './offer.ts'
import { protocolServer } from './protocol-server.ts'

/**
 * The protocol over standard input and output, for an agent on this machine, until that closes the input. Checks run from here, under
 * the rules of the settings; whoever asks has no address, so tools about the requester refuse. Another source of runnables (another
 * doorstep) would serve just as well.
 */
export async function serveStandardIo({ config, warnings }: Settings): Promise<void> {
  // Standard output belongs to the protocol.
  const log = createLogger(config.logLevel, (line) => writeSync(STDERR, `${line}\n`), config.logFormat !== 'json')
  for (const warning of warnings) log.warn(warning)
  const { services } = openServices(config, log, new TargetLimits(new BucketTable()))
  const { tools } = (await openTools(config, (error) => log.error('a plug-in failed outside of a request', { error }))).current()
  const runnables = prepare(tools, services, [faultLog((fault) => log.error('a tool failed', fault))])
  const offer = {
    tools: offered(runnables.values(), 'local'),
    limitsOf: null,
    fail: (error: unknown) => log.error('a request failed', { error }),
  }
  const listing = listingOf(offer, 'local')
  serveStdio(() => protocolServer(offer, listing, { caller: LOCAL_CALLER, locale: 'en' }))
}
