import type { Locale } from '../../contract/text.ts'
import { machineSources } from '../../home/computer/sources.ts'
import { type HomeTool, homeTools } from '../../home/index.ts'
import { wordsAfter } from './fields.ts'
import type { Usage } from './verb.ts'

/** Returns the commands at home, to be described. */
export function homeCommands(): readonly HomeTool[] {
  return homeTools({ sources: machineSources(), outside: null })
}

/** Returns them as `--help` lists them. */
export function homeUsages(locale: Locale): readonly Usage[] {
  return homeCommands().map((named) => ({
    written: `${named.name}${wordsAfter(named)}`,
    meaning: named.tool.text.say(locale, 'summary', {}),
  }))
}
