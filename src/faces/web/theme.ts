import { dirname, extname, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { closed } from '../../contract/schema.ts'
import { type Both, both, joinedBy } from '../../platform/misfit.ts'
import { readOperatorFile } from '../../platform/operator-file.ts'
import { schemaFaults } from '../../router/catalogue/faults.ts'
import { ConfigError, saidBy, saidOf } from '../../settings/config-error.ts'
import { COLORS, colorRules } from './colors.ts'
import type { Theme } from './page/answers.ts'

const KIB = 1024
const FILE_MAX_BYTES = 64 * KIB
/** The largest logo: every document contains it. */
const LOGO_MAX_BYTES = 16 * KIB
const LOGO_TYPES: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' }
const TEXT_MAX = 60
const TEXT = Type.String({
  minLength: 1,
  maxLength: TEXT_MAX,
  expected: both(`text of 1 to ${TEXT_MAX} characters`, `1-${TEXT_MAX}자의 텍스트`),
})
const COLOR = Type.Optional(
  Type.String({ pattern: '^#[0-9a-fA-F]{6}$', expected: both('a colour such as #1a2b3c', '색상(예: #1a2b3c)') }),
)
const LINKS_MAX = 6
const OWN_COLORS = Type.Optional(Type.Object({ accent: COLOR, onAccent: COLOR, paper: COLOR, ink: COLOR }))

const URL_TEXT = Type.String({
  pattern: '^(https?://|mailto:|tel:)',
  expected: both('a URL of https, http, mailto or tel', 'https, http, mailto, tel 주소'),
})

const THEME = closed(
  Type.Object({
    name: TEXT,
    logo: Type.Optional(Type.String({ minLength: 1, expected: both('the name of a file', '파일 이름') })),
    colors: Type.Optional(Type.Object({ light: OWN_COLORS, dark: OWN_COLORS })),
    links: Type.Optional(
      Type.Array(Type.Object({ text: TEXT, url: URL_TEXT }), {
        maxItems: LINKS_MAX,
        expected: both(`a list of at most ${LINKS_MAX} links`, `최대 ${LINKS_MAX}개의 링크 목록`),
      }),
    ),
  }),
)
type ThemeFile = Static<typeof THEME>

/** A vendor's theme: what the page shows of it, and the style with its colours. */
interface Dress {
  readonly theme: Theme
  readonly style: { readonly name: string; readonly text: string } | null
}

/** The theme in use, from a file that can be reread. */
export class ThemeSource {
  dress: Dress

  constructor(private readonly path: string) {
    this.dress = readTheme(path)
  }

  /** Throws a ConfigError if the file cannot be used; then the previous theme stays. */
  reload(): void {
    this.dress = readTheme(this.path)
  }
}

function readTheme(path: string): Dress {
  const file = parsed(path)
  const faults = contrastFaults(file.colors ?? {})
  if (faults.length > 0) throw faulty(path, joinedBy('; ', faults))
  const { name, links = [], logo } = file
  return { theme: { name, links, logo: logo === undefined ? null : logoUrl(path, logo) }, style: styleOf(file) }
}

function parsed(path: string): ThemeFile {
  let value: unknown
  try {
    value = JSON.parse(readOperatorFile(path, FILE_MAX_BYTES).toString())
  } catch (error) {
    const isJsonFault = error instanceof SyntaxError
    throw faulty(path, isJsonFault ? both(`is not JSON: ${error.message}`, `JSON이 아닙니다(${error.message})`) : saidBy(error))
  }
  if (Value.Check(THEME, value)) return value
  const places = new Map<string, Both>()
  for (const { path: at, says } of schemaFaults(THEME, value)) {
    const place = at.join('.')
    if (!places.has(place)) places.set(place, both(`${place || 'the whole'} ${says.en}`, `${place || '전체'} - ${says.ko}`))
  }
  throw faulty(path, joinedBy('; ', [...places.values()]))
}

function faulty(path: string, { en, ko }: Both): ConfigError {
  return ConfigError.of('theme', both(`${path}: ${en}`, `${path}: ${ko}`))
}

/** Returns a file beside the theme as a data: URL, so that the page still loads nothing else. */
function logoUrl(path: string, logo: string): string {
  const type = LOGO_TYPES[extname(logo).toLowerCase()]
  const types = Object.keys(LOGO_TYPES).join(', ')
  if (type === undefined) throw faulty(path, both(`logo: is not one of ${types}`, `logo: 다음 중 하나가 아닙니다: ${types}`))
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

/** WCAG 2.2, 1.4.3, for text of any size. */
const LEAST_RATIO = 4.5

/** Returns the pairs of colours in which text would be hard to read. */
function contrastFaults(colors: NonNullable<ThemeFile['colors']>): Both[] {
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const own = COLORS[scheme]
    const { accent = own.accent, onAccent = own.onAccent, paper = own.paper, ink = own.ink } = colors[scheme] ?? {}
    const { sheet } = own
    const pairs = [
      ['ink on paper', 'paper 위 ink', ink, paper],
      ['ink on sheets', '카드 위 ink', ink, sheet],
      ['accent on paper', 'paper 위 accent', accent, paper],
      ['accent on sheets', '카드 위 accent', accent, sheet],
      ['onAccent on accent', 'accent 위 onAccent', onAccent, accent],
    ] as const
    return pairs.flatMap(([what, korean, front, back]) => {
      const ratio = contrastOf(front, back)
      if (ratio >= LEAST_RATIO) return []
      return both(
        `colors.${scheme}: ${what} has a contrast of ${ratio.toFixed(1)}, and ${LEAST_RATIO} is the least`,
        `colors.${scheme}: ${korean}의 명도 대비가 ${ratio.toFixed(1)}입니다. ${LEAST_RATIO} 이상이어야 합니다`,
      )
    })
  })
}

/** WCAG 2.2: (L1 + 0.05) / (L2 + 0.05), of relative luminances. */
function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
