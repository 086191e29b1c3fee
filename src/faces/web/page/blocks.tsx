import type { ComponentChild } from 'preact'
import { type Block, type BlockOf, SIGNS, sharesOf } from '../../../contract/blocks.ts'
import { formsText } from './forms.text.ts'
import { Code, CopyButton, Icon, type IconName, MARK_CLASSES, Paragraph, Prose, Tick, Wide } from './parts.tsx'
import { UNTRANSLATED, usePageWords, useSay } from './words.ts'
import { WorldMap } from './world-map.tsx'

type Check = BlockOf<'checks'>['lists'][number]['checks'][number]

interface Props {
  /** Undefined in an answer of an earlier server. */
  readonly blocks: readonly Block[] | undefined
}

/** Renders the blocks of a result; those that most readers do not need are folded away. */
export function Blocks({ blocks = [] }: Props) {
  const say = useSay(formsText)
  const shown = blocks.filter(({ plain }) => !plain)
  const [main = [], more = []] = [false, true].map((isMore) => shown.filter((block) => (block.more ?? false) === isMore))
  return (
    <div class="told">
      {main.map(sectionOf)}
      {more.length === 0 ? null : (
        <details>
          <summary>{say('result.more')}</summary>
          {more.map(sectionOf)}
        </details>
      )}
    </div>
  )
}

function sectionOf(block: Block, index: number): ComponentChild {
  return (
    <section key={index} class={`block-${block.kind}`}>
      {block.title === undefined || block.kind === 'map' ? null : <h3>{block.title}</h3>}
      {contentOf(block)}
    </section>
  )
}

function contentOf(block: Block): ComponentChild {
  switch (block.kind) {
    case 'facts':
      return <Facts block={block} />
    case 'table':
      return <Table block={block} />
    case 'note':
      return <Paragraph text={block.text} look={block.mark ? `marked-${block.mark}` : 'quiet small'} />
    case 'pair':
      return <Pair block={block} />
    case 'chain':
      return <Chain block={block} />
    case 'list':
      return <Sentences items={block.items} />
    case 'bars':
      return <Bars block={block} />
    case 'map':
      return <WorldMap label={block.title ?? ''} ways={[block.places]} aroundKm={block.aroundKm} />
    case 'checks':
      return <Checks block={block} />
    case 'code':
      return (
        <>
          {block.note === undefined ? null : <Paragraph text={block.note} />}
          <Code text={block.lines.join('\n')} what={block.title ?? ''} />
        </>
      )
  }
}

function Sentences({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item, index) => (
        <li key={index}>
          <Prose text={item} />
        </li>
      ))}
    </ul>
  )
}

/** A label that is a name of code or of a protocol, such as `x-frame-options` or `TLSv1.3`. */
const CODE = /^[\w.-]*[\d-][\w.-]*$/

function Facts({ block: { facts } }: { block: BlockOf<'facts'> }) {
  return (
    <dl class="values">
      {facts.map(({ label, values, mark }, index) => (
        <div key={index} class={mark ? `marked-${mark}` : ''}>
          <dt {...(CODE.test(label) && UNTRANSLATED)}>
            <Tick mark={mark} />
            {label}
          </dt>
          <dd {...UNTRANSLATED}>
            <Values values={values} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Values({ values }: { values: readonly string[] }) {
  if (values.length < 2) return <>{values[0]}</>
  return (
    <ul>
      {values.map((value, index) => (
        <li key={index}>{value}</li>
      ))}
    </ul>
  )
}

/** Renders a table; a wide one has a card for each of its rows on a phone, with the labels of the columns. */
function Table({ block: { columns, rows } }: { block: BlockOf<'table'> }) {
  return (
    <Wide>
      <table class={columns.length > 3 ? 'by-row' : ''}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} colSpan={row.length === 1 ? columns.length : 1} data-label={columns[column]} {...UNTRANSLATED}>
                  <Cell cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

function Cell({ cell }: { cell: BlockOf<'table'>['rows'][number][number] }) {
  if (typeof cell === 'string') return <>{cell}</>
  const { text, notes = [], mark, share } = cell
  return (
    <div class={mark ? `marked-${mark}` : ''}>
      <Tick mark={mark} />
      {text}
      {notes.map((note, index) => (
        <span key={index} class="quiet small block">
          {note}
        </span>
      ))}
      {share ? <Bar share={share} /> : null}
    </div>
  )
}

function Bar({ share }: { share: number }) {
  return (
    <svg class="length" aria-hidden="true" focusable="false">
      <rect width={`${Math.max(1, share * 100)}%`} height="100%" rx="2" />
    </svg>
  )
}

function Pair({ block: { left, right, mark, word } }: { block: BlockOf<'pair'> }) {
  return (
    <div class="pair">
      <Side {...left} />
      <div>
        <Tick mark={mark}>{SIGNS[mark]}</Tick>
        <span class="hidden">{word}</span>
      </div>
      <Side {...right} />
    </div>
  )
}

function Side({ label, values, note }: BlockOf<'pair'>['left']) {
  return (
    <div class="pair-side">
      <p class="quiet small">{label}</p>
      <div class="data" {...UNTRANSLATED}>
        <Values values={values} />
      </div>
      {note ? <p class="small">{note}</p> : null}
    </div>
  )
}

function Chain({ block: { links } }: { block: BlockOf<'chain'> }) {
  return (
    <ol class="chain">
      {links.map(({ name, url, notes, badges = [], mark }, index) => (
        <li key={index} class={mark === 'bad' ? 'wrong' : ''}>
          <Tick mark={mark} />
          <strong {...UNTRANSLATED}>{name}</strong>
          {badges.map((badge) => (
            <span key={badge} class={mark === 'bad' ? 'badge' : 'badge quiet'}>
              {badge}
            </span>
          ))}
          {url?.startsWith('http') ? (
            <span class="block">
              <a class="mono" href={url} rel="noreferrer" target="_blank">
                {url}
              </a>{' '}
              <CopyButton text={url} what={url} />
            </span>
          ) : null}
          {notes.map((note, at) => (
            <span key={at} class="quiet small block">
              <Prose text={note} />
            </span>
          ))}
        </li>
      ))}
    </ol>
  )
}

/** Renders one list as steps, and several as ways beside each other. */
function Checks({ block: { lists } }: { block: BlockOf<'checks'> }) {
  return (
    <div class={lists.length > 1 ? 'branches' : ''}>
      {lists.map(({ name, word, mark, best, checks }, index) => (
        <section key={index} class={`${name ? 'branch' : ''}${best ? ' best' : ''}`} aria-label={name}>
          {name === undefined ? null : <h3>{name}</h3>}
          {word === undefined ? null : (
            <p class={`way-verdict ${mark ? MARK_CLASSES[mark] : ''}`}>
              {word}
              {best === undefined ? null : <span class="badge good">{best}</span>}
            </p>
          )}
          <ol class="steps">
            {checks.map((check, at) => (
              <CheckRow key={at} check={check} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

const CHECK_STATUSES = {
  good: ['ok', 'ok'],
  bad: ['problem', 'problem'],
  unknown: ['unknown', 'unknown'],
  warning: ['unknown', 'warning'],
  none: ['skipped', 'skipped'],
} as const satisfies Record<string, readonly [status: string, icon: IconName]>

function CheckRow({ check: { label, found, notes = [], mark, badge } }: { check: Check }) {
  const page = usePageWords()
  const [status, icon] = CHECK_STATUSES[mark ?? 'none']
  return (
    <li class={`step step-${status}${notes.length > 0 || badge ? ' step-cause' : ''}`}>
      <span class="tick">
        <Icon name={icon} />
        <span class="hidden">{page(`status.${status}`)}</span>
      </span>
      <div>
        <strong>
          {label}
          {badge ? <span class="badge">{badge}</span> : null}
        </strong>
        {found === undefined ? null : <Paragraph text={found} look="small" />}
        {notes.map((note, index) => (
          <Paragraph key={index} text={note} />
        ))}
      </div>
    </li>
  )
}

function Bars({ block }: { block: BlockOf<'bars'> }) {
  const shares = sharesOf(block)
  return (
    <>
      <dl class="bars">
        {block.bars.map(({ label, value, text, mark }, index) => (
          <div key={index} class={mark ? `marked-${mark}` : ''}>
            <dt>{label}</dt>
            <dd>
              <span class="bar-text">{text}</span>
              {value === null ? null : <Bar share={shares[index] ?? 0} />}
            </dd>
          </div>
        ))}
      </dl>
      {block.ends ? (
        <p class="bar-ends quiet small">
          {block.ends.map((end) => (
            <span key={end}>{end}</span>
          ))}
        </p>
      ) : null}
    </>
  )
}
