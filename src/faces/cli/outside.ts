import { cleanText } from '../../contract/clean.ts'
import { ForeignProblem } from '../../contract/problem.ts'
import type { AskedOutside, HomeWorld, SaidOutside } from '../../home/index.ts'
import { loaders } from '../../registry/loaders.gen.ts'
import { type NamedTool, toolsOf } from '../../registry/tools.ts'
import { ConfigError } from '../../settings/config-error.ts'
import type { Config } from '../../settings/options.ts'
import { runRemotely } from './remote-tool.ts'
import { usageError } from './usage-error.ts'

/** Returns the doorstep that looks from outside for the commands at home; null if none was named. */
export function outsideOf(config: Config): HomeWorld['outside'] {
  const [server, ...others] = config.servers
  if (others.length > 0) throw usageError('home-asks-one', {})
  return server ? { server, ask: (question) => askOutside(question, { ...config, server }) } : null
}

async function askOutside(
  { tool, body, locale, signal }: AskedOutside,
  config: Config & { readonly server: URL },
): Promise<SaidOutside> {
  try {
    const { answer } = await runRemotely(await toolNamed(tool), { body, locale, signal, report: null }, config)
    if (typeof answer === 'object' && answer !== null) return { answer: { ...answer } }
    return { failure: '' }
  } catch (thrown) {
    if (thrown instanceof ConfigError) return { failure: thrown.in(locale) }
    if (thrown instanceof ForeignProblem) return { failure: cleanText(thrown.problem.detail) }
    throw thrown
  }
}

async function toolNamed(name: string): Promise<NamedTool> {
  const found = loaders.filter(({ file }) => file === name)
  const [named] = toolsOf(await Promise.all(found.map(async ({ file, load }) => ({ file, module: await load() }))))
  if (!named) throw new Error(`there is no ${name}`)
  return named
}
