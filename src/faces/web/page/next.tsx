import type { NextAction } from './answers.ts'
import { frameText } from './frame.text.ts'
import { Icon } from './icon.tsx'
import type { Mark } from './mark.ts'
import type { NextSteps } from './next-steps.ts'
import { PLAN } from './plan-request.ts'
import { Paragraph } from './prose.tsx'
import { usePageWords, useSay } from './words.ts'

interface Props {
  readonly steps: NextSteps
  readonly mark: Mark | null
  again(): void
  open(tool: string, request: Readonly<Record<string, unknown>>): void
}

/** Returns whether time alone helps: elsewhere nothing has changed yet when this is read, so that checking again is not what to do first. */
const isOwnFault = (code: string) => code === 'try-again' || code.startsWith('wait-')

/** Leads to the card of the router, where it is drawn below. */
function toCard(): boolean {
  const card = document.getElementById('router-part')
  if (!card) return false
  if (card instanceof HTMLDetailsElement) card.open = true
  card.tabIndex = -1
  card.focus({ preventScroll: true })
  card.scrollIntoView()
  return true
}

/** Renders the first thing to do with everything to press for it. What repeats the check comes last: nothing has been done yet. */
export function Next({ steps: { first, leading, further, isRepeated }, mark, again, open }: Props) {
  const [page, say] = [usePageWords(), useSay(frameText)]
  if (!first) return null
  const title = mark === 'good' ? 'next.good' : further.length > 0 ? 'next.first' : 'next.only'
  const leads = first.tool !== undefined || first.url !== undefined
  const isPressed = leads || leading.length > 0 || isRepeated
  const lead: Props['open'] = (tool, request) => (tool === PLAN && toCard()) || open(tool, request)
  return (
    <section class="next" aria-labelledby="next">
      <h3 id="next">{say(title)}</h3>
      <Paragraph text={first.text} />
      {isPressed ? (
        <div class="buttons">
          <ActionButtons action={first} open={lead} isMain={mark !== 'good'} />
          {leading.map((action, index) => (
            <ActionButtons key={action.code} action={action} open={lead} isMain={!leads && index === 0} />
          ))}
          {isRepeated ? (
            <button type="button" class={isOwnFault(first.code) ? 'button main' : 'button'} onClick={again}>
              {page('reach.again')}
            </button>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

interface FurtherProps extends Pick<Props, 'steps' | 'open'> {
  /** Whether other steps are numbered in this result already. */
  readonly isPlain: boolean
}

/** Renders what to do after that, in the order of doing. */
export function Further({ steps: { further }, isPlain, open }: FurtherProps) {
  const say = useSay(frameText)
  if (further.length === 0) return null
  return (
    <section class={isPlain ? 'actions plain' : 'actions'}>
      <h3>{say('next.then')}</h3>
      <ol start={2}>
        {further.map((action) => (
          <li key={action.code + action.text}>
            <Action action={action} open={open} />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface ActionProps {
  readonly action: NextAction
  open(tool: string, request: Readonly<Record<string, unknown>>): void
}

/** Renders one thing to do: its sentence, and its buttons. */
function Action({ action, open }: ActionProps) {
  return (
    <>
      <Paragraph text={action.text} />
      <ActionButtons action={action} open={open} />
    </>
  )
}

/** A plug-in may have passed on what somebody else wrote: a link leads to a page, and runs nothing. */
const WEB = /^https?:\/\//i

/** Renders the link of an action to the visitor's own router, and the button for what can be run from here: beside a link, how to log in there. */
export function ActionButtons({
  action: { label, tool, request, url: link },
  open,
  isMain,
}: ActionProps & { readonly isMain?: boolean }) {
  const say = useSay(frameText)
  const url = link !== undefined && WEB.test(link) ? link : undefined
  const look = isMain ? 'button main' : 'button'
  return (
    <>
      {url === undefined ? null : (
        <a class={look} href={url} rel="noreferrer" target="_blank">
          {say('next.open', { url: url.replace(/^http:\/\/|\/$/g, '') })}
        </a>
      )}
      {tool === undefined ? null : (
        <button type="button" class={url === undefined ? look : 'button'} onClick={() => open(tool, request ?? {})}>
          {url === undefined ? label : say('next.login')}
          <Icon name="next" />
        </button>
      )}
    </>
  )
}
