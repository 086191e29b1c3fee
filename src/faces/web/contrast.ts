import type { Both } from '../../platform/misfit.ts'
import { COLORS } from './colors.ts'

/** Parts of the page that a theme may colour. */
const PARTS = ['accent', 'onAccent', 'paper', 'ink'] as const
type Colors = { readonly [Part in (typeof PARTS)[number]]?: string | undefined }

/** WCAG 2.2, 1.4.3, for text of any size. */
const LEAST_RATIO = 4.5

/** Returns the pairs of colours in which text would be hard to read. */
export function contrastFaults(colors: { readonly light?: Colors | undefined; readonly dark?: Colors | undefined }): Both[] {
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
      return ratio >= LEAST_RATIO
        ? []
        : [
            {
              en: `colors.${scheme}: ${what} has a contrast of ${ratio.toFixed(1)}, and ${LEAST_RATIO} is the least`,
              ko: `colors.${scheme}: ${korean}의 명도 대비가 ${ratio.toFixed(1)}입니다. ${LEAST_RATIO} 이상이어야 합니다`,
            },
          ]
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
