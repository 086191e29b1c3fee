/** The colours of the page: dark ink on paper, light ink on slate, and the highest contrast. */
export const COLORS = {
  light: {
    paper: '#fbfbf9',
    sheet: '#ffffff',
    ink: '#16191d',
    quiet: '#586069',
    line: '#dcdfe0',
    edge: '#868e95',
    land: '#dfe3e2',
    accent: '#0c5f56',
    onAccent: '#ffffff',
    tint: '#e8f1ef',
    good: '#14713d',
    goodTint: '#e5f3ea',
    bad: '#b3261e',
    badTint: '#fbeae8',
    unsure: '#8a5300',
    unsureTint: '#fbf1df',
  },
  dark: {
    paper: '#111417',
    sheet: '#191d21',
    ink: '#e9ebed',
    quiet: '#a3acb5',
    line: '#2c3238',
    edge: '#727c86',
    land: '#262c31',
    accent: '#74d0c1',
    onAccent: '#08201d',
    tint: '#1a2d2b',
    good: '#6fcf97',
    goodTint: '#172b20',
    bad: '#ff9a90',
    badTint: '#361d1b',
    unsure: '#efb95d',
    unsureTint: '#32280f',
  },
  contrast: {
    paper: '#000000',
    sheet: '#000000',
    ink: '#ffffff',
    quiet: '#ffffff',
    line: '#ffffff',
    edge: '#ffffff',
    land: '#3d3d3d',
    accent: '#ffe14d',
    onAccent: '#000000',
    tint: '#000000',
    good: '#7dff9b',
    goodTint: '#000000',
    bad: '#ff9d94',
    badTint: '#000000',
    unsure: '#ffe14d',
    unsureTint: '#000000',
  },
} as const

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
