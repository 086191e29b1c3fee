import type { TargetLimit } from '../../../src/net/budget.ts'
import { openServices } from '../../../src/operations/opening/services.ts'
import type { Services } from '../../../src/operations/run/run.ts'
import { createLogger } from '../../../src/platform/log.ts'
import { type Config, OPTIONS } from '../../../src/settings/options.ts'

/** Resolvers at which nothing listens, for tests that do not name any. */
const NOWHERE = 'a=127.0.0.1:1,b=127.0.0.1:1,c=127.0.0.1:1'

/** For tests that ask much of few addresses. */
const UNLIMITED: TargetLimit = { take: () => true, turn: () => true, waitMs: () => 0 }

/** Returns the services that a server with these flags gives its tools, without the server. */
export function servicesFor(flags: Readonly<Record<string, string>> = {}): Services {
  const given: Readonly<Record<string, string>> = { resolvers: NOWHERE, ...flags }
  const entries = Object.entries(OPTIONS).map(([key, { flag, parse, fallback }]) => [key, parse(given[flag] ?? fallback)])
  // A seam: each row of the table parses the value of its own key.
  const config = Object.fromEntries(entries) as Config
  return openServices(
    config,
    createLogger('error', () => {}, false),
    UNLIMITED,
  ).services
}
