import { type Config, OPTIONS } from '../../settings/options.ts'
import type { OperatorSource } from '../../settings/reload.ts'
import type { ThemeSource } from './theme.ts'

/** Opens the theme that the settings name. The code that reads it is loaded only if there is one. */
export function themeFor(config: Config): ThemeSource | null {
  if (config.theme === null) return null
  const themes: typeof import('./theme.ts') = require('./theme.ts')
  return new themes.ThemeSource(config.theme)
}

export function themeSource({ theme: path }: Config, theme: ThemeSource | null): OperatorSource[] {
  return [{ what: `--${OPTIONS.theme.flag}`, path, read: () => theme?.reload() }]
}
