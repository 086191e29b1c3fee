/** Blocks of a drawing that are one line of text each; an item of a list may hold several. */
const BLOCKS = 'h2, h3, p, pre, tr, dl > div, li, .crumbs, .told'
/** Items to do, which have numbers on the screen as well. */
const NUMBERED = '.todo > li, .actions:not(.plain) li'
const ROWS = 'tr, dl > div, .stop'
/** Parts for the eye, the mouse or programs, and what is folded away. */
const SKIPPED = '.foot, .screen, .head .small, [role=status], [role=log], details:not([open])'
const SILENT = `button, svg, .tick, .badge, ${SKIPPED}`

/** Returns a result as text: what is drawn, in its order and its language, one line for each block. `told`: the blocks of its tool, as text. */
export function asText(outcome: Element, told: string, end: string): string {
  const blocks = [...outcome.querySelectorAll(BLOCKS)].filter((block) => !block.closest(SKIPPED) && !isInLine(block))
  const lines: string[] = []
  let before: Element | null = null
  for (const block of blocks) {
    const line = block.matches('.told') ? `\n${told}\n` : lineOf(block)
    if (line === '') continue
    if (isHeading(before) && isHeading(block)) lines.pop()
    else if (before && (isHeading(block) || (isRow(before) !== isRow(block) && !isHeading(before)))) lines.push('')
    lines.push(line)
    before = block
  }
  return [...(isHeading(before) ? lines.slice(0, -1) : lines), '', end]
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Tests whether a block is a part of the line of another. */
function isInLine(block: Element): boolean {
  const outer = block.parentElement?.closest(BLOCKS)
  return outer ? isInLine(outer) || !holdsLines(outer) : false
}

function holdsLines(block: Element): boolean {
  return block.matches('li:not(.stop)') && block.querySelector(BLOCKS) !== null
}

function isHeading(block: Element | null): boolean {
  return block?.matches('.outcome h3') ?? false
}

function isRow(block: Element): boolean {
  return block.matches(ROWS) && !block.closest(NUMBERED)
}

function lineOf(block: Element): string {
  if (holdsLines(block)) return ''
  const row = block.matches('.stop') ? (block.lastElementChild ?? block) : block
  const cells = [...row.children].map((cell) => wordsOf(cell)).filter((text) => text !== '')
  if (block.matches('tr')) return cells.join(' | ')
  if (block.matches('.crumbs')) return cells.join(' > ')
  return numberOf(block) + (block.matches('dl > div, .stop') ? cells.join(': ') : wordsOf(block))
}

/** Returns the number of a step to do at its first line. */
function numberOf(block: Element): string {
  const item = block.closest(NUMBERED)
  if (!item || (item !== block && item.querySelector(BLOCKS) !== block)) return ''
  const index = [...(item.parentElement?.children ?? [])].indexOf(item)
  // The first thing to do stands apart.
  return `${index + (item.matches('.actions li') ? 2 : 1)}. `
}

function wordsOf(node: Node | null, isWhole = false): string {
  if (node instanceof Element && !isWhole && node.matches(SILENT)) return ''
  if (!(node instanceof Element)) return node?.textContent ?? ''
  const words = [...node.childNodes].map((child) => {
    const text = wordsOf(child)
    // Boxes side by side have a gap that no letter makes.
    return child instanceof Element && !child.matches('code, strong, b, em, a, wbr, code span') ? ` ${text} ` : text
  })
  return words.join('').replaceAll(/\s+/g, ' ').trim()
}
