export const WIDTH = 80
const INDENT = '  '
const GAP = '  '
/** A left column that is wider than this gets a line of its own. */
const LEFT_MAX = 28

export interface Row {
  readonly written: string
  readonly meaning: string
}

export function leftWidth(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map(({ written }) => Bun.stringWidth(written)).filter((width) => width <= LEFT_MAX))
}

export function section(title: string, rows: readonly Row[], left = leftWidth(rows)): string {
  const margin = INDENT.length + left + GAP.length
  const lines = rows.flatMap(({ written, meaning }) => {
    const start = INDENT + written
    const meanings = wrapped(meaning, WIDTH - margin).map((line) => ' '.repeat(margin) + line)
    const fits = Bun.stringWidth(written) <= left
    const [first = '', ...more] = meanings
    return fits ? [padded(start, margin) + first.slice(margin), ...more] : [start, ...meanings]
  })
  return `${title}:\n${lines.map((line) => `${line.trimEnd()}\n`).join('')}`
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - Bun.stringWidth(text)))
}

/** Wraps a text at so many columns. A default is not split, unless it is a list too long for one line. */
export function wrapped(text: string, width: number): string[] {
  const isLong = (piece: string) => Bun.stringWidth(piece) > width
  const pieces = text.split(/(?<= )(?!\S+\]$)/).flatMap((piece) => (isLong(piece) ? piece.split(/(?<=[ ,])/) : [piece]))
  const lines = ['']
  for (const piece of pieces) {
    const line = (lines.pop() ?? '') + piece
    if (!isLong(line.trimEnd())) lines.push(line)
    else lines.push(line.slice(0, -piece.length), piece)
  }
  return lines.map((line) => line.trimEnd()).filter((line, index) => line !== '' || index > 0)
}
