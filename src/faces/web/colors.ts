/** Each colour in light, in dark and with the highest contrast: dark ink on paper, light ink on slate, white on black. */
const ROWS = {
  paper: ['#fbfbf9', '#111417', '#000000'],
  sheet: ['#ffffff', '#191d21', '#000000'],
  ink: ['#16191d', '#e9ebed', '#ffffff'],
  quiet: ['#586069', '#a3acb5', '#ffffff'],
  line: ['#dcdfe0', '#2c3238', '#ffffff'],
  edge: ['#868e95', '#727c86', '#ffffff'],
  land: ['#dfe3e2', '#262c31', '#3d3d3d'],
  accent: ['#0c5f56', '#74d0c1', '#ffe14d'],
  onAccent: ['#ffffff', '#08201d', '#000000'],
  tint: ['#e8f1ef', '#1a2d2b', '#000000'],
  good: ['#14713d', '#6fcf97', '#7dff9b'],
  goodTint: ['#e5f3ea', '#172b20', '#000000'],
  bad: ['#b3261e', '#ff9a90', '#ff9d94'],
  badTint: ['#fbeae8', '#361d1b', '#000000'],
  unsure: ['#8a5300', '#efb95d', '#ffe14d'],
  unsureTint: ['#fbf1df', '#32280f', '#000000'],
} as const

/** Returns the colours of a look. A seam: the names are those of the rows. */
const colorsAt = (look: 0 | 1 | 2) =>
  Object.fromEntries(Object.entries(ROWS).map(([name, row]) => [name, row[look]])) as Record<keyof typeof ROWS, string>

/** The colours of the page, by its look. */
export const COLORS = { light: colorsAt(0), dark: colorsAt(1), contrast: colorsAt(2) }

type Colors = Readonly<Record<string, string | undefined>>

/** Returns the rules of a style for colours in light and in dark: as the device looks, or as a visitor has chosen. */
export function colorRules({ light, dark }: { readonly light?: Colors | undefined; readonly dark?: Colors | undefined }): string {
  return [
    rule(':root:not([data-look])', light),
    rule(':root[data-look=light]', light),
    `@media (prefers-color-scheme: dark){${rule(':root:not([data-look])', dark)}}`,
    rule(':root[data-look=dark]', dark),
  ].join('\n')
}

/** Returns the colours of the page itself. On paper they are the light ones, whatever was chosen. */
export function ownColorRules(): string {
  const onPaper = `@media print{${rule(':root:root:root', COLORS.light)}}`
  return `${colorRules(COLORS)}\n${rule(':root[data-look=contrast]', COLORS.contrast)}\n${onPaper}\n`
}

function rule(selector: string, colors: Colors = {}): string {
  const values = Object.entries(colors).flatMap(([name, color]) =>
    color === undefined ? [] : [`--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}:${color}`],
  )
  return `${selector}{${values.join(';')}}`
}
