import { type Block, type BlockOf, SIGNS, sharesOf } from '../../contract/blocks.ts'

const BAR_COLUMNS = 20
/** The most columns that a name may move all values by; a longer one moves its own alone. */
const NAME_COLUMNS_MAX = 60
/** Letters that take two columns, such as Hangul and Han. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g

/** Returns blocks as lines of text, with an empty line between two; with `details`, also those that most readers do not need. */
export function renderBlocks(blocks: readonly Block[], details = false): string {
  return blocks
    .filter((block) => details || !block.more)
    .map((block) => [...titleOf(block), ...linesOf(block, details)].join('\n'))
    .filter((text) => text !== '')
    .join('\n\n')
}

function titleOf(block: Block): string[] {
  const { kind, title } = block
  if (kind === 'code' && block.shell) return [title, block.note].filter((text) => text !== undefined).map((text) => `# ${text}`)
  if (title !== undefined && kind === 'code') return [block.note === undefined ? `${title}:` : `${title}: ${block.note}`]
  // A map is nothing but its picture.
  return title === undefined || kind === 'map' ? [] : [title]
}

function linesOf(block: Block, details: boolean): readonly string[] {
  switch (block.kind) {
    case 'facts':
      return aligned(block.facts.flatMap(({ label, values }) => labelled(label, values)))
    case 'table':
      return aligned([block.columns, ...block.rows.map((row) => row.map(cellText))])
    case 'note':
      return [block.text]
    case 'pair':
      return pairLines(block)
    case 'chain':
      return chainLines(block)
    case 'list':
      return block.items.map((item) => `- ${item}`)
    case 'bars':
      return barLines(block)
    case 'map':
      return []
    case 'checks':
      return checkLines(block, details)
    case 'code':
      return block.shell ? block.lines : block.lines.map((line) => `    ${line}`)
  }
}

function cellText(cell: BlockOf<'table'>['rows'][number][number]): string {
  if (typeof cell === 'string') return cell
  const { text, notes = [], share } = cell
  const noted = notes.length === 0 ? text : `${text} (${notes.join(', ')})`
  return share === undefined ? noted : `${noted} ${barOf(share)}`
}

/** Returns a row for each value, each with the label: a value may be a stranger's, and none of these begins a line. */
function labelled(label: string, values: readonly string[]): string[][] {
  return values.map((value) => [`${label}:`, value])
}

function pairLines({ left, right, mark, word }: BlockOf<'pair'>): string[] {
  const sideRows = ({ label, values, note }: BlockOf<'pair'>['left']) => labelled(label, [...values, ...(note ? [note] : [])])
  return [...aligned([...sideRows(left), ...sideRows(right)]), `${SIGNS[mark]} ${word}`]
}

const CHECK_SIGNS = { good: '✓', bad: '✗', unknown: '?', warning: '!' } as const

/** Returns a line for each thing that was looked at; of ways beside each other one for each way, and below it what is wrong there. */
function checkLines({ lists }: BlockOf<'checks'>, details: boolean): string[] {
  return aligned(lists.flatMap((list) => (list.name === undefined ? checkRows(list, details) : wayRows(list, list.name))))
}

type CheckList = BlockOf<'checks'>['lists'][number]

function checkRows({ checks }: CheckList, details: boolean): string[][] {
  return checks
    .filter(({ more }) => details || !more)
    .flatMap(({ label, found, notes = [], mark }) => {
      const [first = '', ...rest] = [...(found === undefined ? [] : [found]), ...notes]
      return [[signed(mark, label), first], ...rest.map((note) => ['', note])]
    })
}

function wayRows({ word, best, mark, checks }: CheckList, name: string): string[][] {
  const faults = checks.flatMap(({ notes = [], mark: own }) => notes.map((note) => [`  ${signed(own, note)}`]))
  return [[signed(mark, name), [word, best].filter((part) => part !== undefined).join(', ')], ...faults]
}

function signed(mark: keyof typeof CHECK_SIGNS | null | undefined, text: string): string {
  return `${mark ? CHECK_SIGNS[mark] : '-'} ${text}`
}

function chainLines({ links }: BlockOf<'chain'>): string[] {
  const rows = links.map(({ name, url, badges = [], notes }, index) => {
    const [first, ...rest] = url ? [url, ...notes] : notes
    return [[`${index + 1}`, name, [...badges, first].filter(Boolean).join(', ')], ...rest.map((note) => [`   ${note}`])]
  })
  return aligned(rows.flat())
}

function barLines(block: BlockOf<'bars'>): string[] {
  const shares = sharesOf(block)
  const rows = block.bars.map(({ label, text, value }, index) => [label, text, value === null ? '' : barOf(shares[index] ?? 0)])
  return [...aligned(rows), ...(block.ends ? [block.ends.join(' – ')] : [])]
}

function barOf(share: number): string {
  return '▇'.repeat(Math.ceil(share * BAR_COLUMNS))
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows
    .filter((row) => row.length > 1)
    .reduce<number[]>(
      (widest, row) => row.map((cell, column) => Math.min(NAME_COLUMNS_MAX, Math.max(widest[column] ?? 0, columnsOf(cell)))),
      [],
    )
  const padded = (cell: string, width = 0) => cell + ' '.repeat(Math.max(0, width - columnsOf(cell)))
  return rows.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column]))
      .join('  ')
      .trimEnd(),
  )
}

function columnsOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0)
}
