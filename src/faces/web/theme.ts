import { dirname, extname, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { closed } from '../../contract/schema.ts'
import { readOperatorFile } from '../../platform/operator-file.ts'
import { type Both, ConfigError, saidBy, saidOf } from '../../settings/config-error.ts'
import { colorRules } from './colors.ts'
import { contrastFaults } from './contrast.ts'
import type { Theme } from './page/state.ts'

const KIB = 1024
const FILE_MAX_BYTES = 64 * KIB
/** The largest logo: every document contains it. */
const LOGO_MAX_BYTES = 16 * KIB
const LOGO_TYPES: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' }
const TEXT = Type.String({ minLength: 1, maxLength: 60 })
const COLOR = Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }))
const COLORS = Type.Optional(Type.Object({ accent: COLOR, onAccent: COLOR, paper: COLOR, ink: COLOR }))

const THEME = closed(
  Type.Object({
    name: TEXT,
    logo: Type.Optional(Type.String({ minLength: 1 })),
    colors: Type.Optional(Type.Object({ light: COLORS, dark: COLORS })),
    links: Type.Optional(
      Type.Array(Type.Object({ text: TEXT, url: Type.String({ pattern: '^(https?://|mailto:|tel:)' }) }), { maxItems: 6 }),
    ),
  }),
)
type ThemeFile = Static<typeof THEME>

/** A vendor's theme: what the page shows of it, and the style with its colours. */
export interface Dress {
  readonly theme: Theme
  readonly style: { readonly name: string; readonly text: string } | null
}

/** The theme in use; it can be reread. */
export interface ThemeSource {
  readonly dress: Dress | null
  /** Throws a ConfigError if the file cannot be used; then the previous theme stays. */
  reload(): void
}

export function openTheme({ theme: path }: { theme: string | null }): ThemeSource {
  let dress = path === null ? null : readTheme(path)
  return {
    get dress() {
      return dress
    },
    reload() {
      if (path !== null) dress = readTheme(path)
    },
  }
}

function readTheme(path: string): Dress {
  const file = parsed(path)
  const faults = contrastFaults(file.colors ?? {})
  if (faults.length > 0)
    throw faulty(path, { en: faults.map(({ en }) => en).join('; '), ko: faults.map(({ ko }) => ko).join('; ') })
  const { name, links = [], logo } = file
  return { theme: { name, links, logo: logo === undefined ? null : logoUrl(path, logo) }, style: styleOf(file) }
}

function parsed(path: string): ThemeFile {
  let value: unknown
  try {
    value = JSON.parse(readOperatorFile(path, FILE_MAX_BYTES).toString())
  } catch (error) {
    throw faulty(path, saidBy(error))
  }
  if (Value.Check(THEME, value)) return value
  const faults = [...Value.Errors(THEME, value)].map(
    ({ path: field, message }) => `${field.slice(1).replaceAll('/', '.') || 'the whole'}: ${message}`,
  )
  throw faulty(path, [...new Set(faults)].join('; '))
}

function faulty(path: string, why: string | Both): ConfigError {
  const { en, ko } = typeof why === 'string' ? { en: why, ko: `사용할 수 없는 테마입니다: ${why}` } : why
  return ConfigError.of('theme', { en: `${path}: ${en}`, ko: `${path}: ${ko}` })
}

/** Returns a file beside the theme as a data: URL, so that the page still loads nothing else. */
function logoUrl(path: string, logo: string): string {
  const type = LOGO_TYPES[extname(logo).toLowerCase()]
  const types = Object.keys(LOGO_TYPES).join(', ')
  if (type === undefined)
    throw faulty(path, { en: `logo: is not one of ${types}`, ko: `logo: 다음 중 하나가 아닙니다: ${types}` })
  try {
    return `data:${type};base64,${readOperatorFile(join(dirname(path), logo), LOGO_MAX_BYTES).toString('base64')}`
  } catch (error) {
    throw faulty(path, saidOf(`logo: ${logo}`, error))
  }
}

/** Returns a style whose colours replace those of the page, in light and in dark; high contrast stays as it is. */
function styleOf({ colors = {} }: ThemeFile): Dress['style'] {
  const { light, dark } = colors
  if (!light && !dark) return null
  const text = colorRules(colors)
  return { name: `theme-${new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 10)}.css`, text }
}
