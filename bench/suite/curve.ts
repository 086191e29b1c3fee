interface Line {
  readonly name: string
  readonly points: readonly { readonly label: string; readonly value: number }[]
}

const WIDTH = 50

/** Returns values as bars of characters, those of all lines in proportion to each other. */
export function curve(lines: readonly Line[], unit: string): string {
  const points = lines.flatMap((line) => line.points)
  const most = Math.max(...points.map(({ value }) => value))
  const labels = Math.max(...points.map(({ label }) => label.length))
  const names = Math.max(...lines.map(({ name }) => name.length))
  return lines
    .flatMap(({ name, points: own }) =>
      own.map(({ label, value }, index) => {
        const bar = '#'.repeat(Math.max(1, Math.round((value / most) * WIDTH)))
        return `${(index === 0 ? name : '').padEnd(names)}  ${label.padStart(labels)} ${bar} ${value.toFixed(1)} ${unit}`
      }),
    )
    .join('\n')
}
