import type { TargetLimit } from '../../../src/net/budget.ts'
import { openServices } from '../../../src/operations/opening/services.ts'
import type { Services } from '../../../src/operations/run/run.ts'
import { createLogger } from '../../../src/platform/log.ts'
import { readSettings } from '../../../src/settings/read.ts'
import { NOBODY } from '../server.ts'

/** For tests that ask much of few addresses. */
const UNLIMITED: TargetLimit = { take: () => true, turn: () => true, waitMs: () => 0 }

/** Returns the services that a server with these flags gives its tools, without the server. */
export function servicesFor(flags: Readonly<Record<string, string>> = {}): Services {
  const { config } = readSettings({ given: new Map(Object.entries({ resolvers: NOBODY, ...flags })) }, {})
  const log = createLogger('error', () => {}, false)
  return openServices(config, log, UNLIMITED).services
}
