// The server from its sources, with targets that may get any number of packets: its limit for targets counts every test that asks
// one address on loopback as one. Tests of the limit itself start the program as it is.
import { lineWriter } from '../../../src/faces/cli/output.ts'
import { runCommandLine } from '../../../src/faces/cli/verbs.ts'
import { openTools } from '../../../src/opening/files.ts'
import { createLogger } from '../../../src/platform/log.ts'
import { serve } from '../../../src/server/server.ts'
import { UNLIMITED } from './services.ts'

await runCommandLine(Bun.argv.slice(2), {
  environment: process.env,
  async start({ config }) {
    const log = createLogger(config.logLevel, lineWriter(), false)
    const tools = await openTools(config, () => {})
    const running = await serve(config, log, {
      checkAnswers: true,
      tools,
      port: config.port,
      reusePort: false,
      targets: UNLIMITED,
    })
    log.info('listening', { url: running.url })
  },
})
