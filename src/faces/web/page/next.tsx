import { useContext } from 'preact/hooks'
import { Actions, type NextAction, type ResultActions } from './answers.ts'
import { frameText } from './frame.text.ts'
import { Button, Icon, type Mark, Paragraph } from './parts.tsx'
import { PLAN } from './requests.ts'
import type { Run } from './runs.ts'
import { usePageWords, useSay } from './words.ts'

interface Props {
  readonly steps: NextSteps
  readonly mark: Mark | null
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
export function Next({ steps: { first, leading, further, isRepeated }, mark }: Props) {
  const [page, say] = [usePageWords(), useSay(frameText)]
  const { again, open } = useContext(Actions)
  if (!first) return null
  const title = mark === 'good' ? 'next.good' : further.length > 0 ? 'next.first' : 'next.only'
  const leads = first.tool !== undefined || first.url !== undefined
  const isPressed = leads || leading.length > 0 || isRepeated
  const lead: ResultActions['open'] = (tool, request) => (tool === PLAN && toCard()) || open(tool, request)
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
            <Button label={page('reach.again')} look={isOwnFault(first.code) ? 'button main' : 'button'} press={again} />
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

/** Renders what to do after that, in the order of doing; `isPlain`: other steps are numbered in this result already. */
export function Further({ steps: { further }, isPlain }: Pick<Props, 'steps'> & { isPlain: boolean }) {
  const say = useSay(frameText)
  const { open } = useContext(Actions)
  if (further.length === 0) return null
  return (
    <section class="actions">
      <h3>{say('next.then')}</h3>
      <ol start={2} class={isPlain ? undefined : 'todo'}>
        {further.map((action) => (
          <li key={action.code + action.text}>
            <Paragraph text={action.text} />
            <ActionButtons action={action} open={open} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A plug-in may have passed on what somebody else wrote: a link leads to a page, and runs nothing. */
const WEB = /^https?:\/\//i

interface ActionProps extends Pick<ResultActions, 'open'> {
  readonly action: NextAction
  readonly isMain?: boolean
}

/** Renders the link of an action to the visitor's own router, and the button for what can be run from here: beside a link, how to log in there. */
export function ActionButtons({ action: { label, tool, request, url: link }, open, isMain }: ActionProps) {
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

/** Next actions as they are drawn. */
export interface NextSteps {
  /** Null where there is nothing to do. */
  readonly first: NextAction | null
  /** Actions that only lead to another view: their labels say all, and they stand beside the first as buttons. */
  readonly leading: readonly NextAction[]
  readonly further: readonly NextAction[]
  /** Whether any of them ends in the same check. */
  readonly isRepeated: boolean
}

const LEADING: readonly string[] = ['see-plan', 'see-alternatives', 'see-name', 'see-certificate', 'find-router']

/** Sorts the next actions of an answer. The same button stands there once, and what asks the same again has one for all. */
export function nextStepsOf(actions: readonly NextAction[], run: Pick<Run, 'tool' | 'request'>): NextSteps {
  const isAgain = (action: NextAction) => isRepeating(action, run)
  const seen = new Set<string>()
  const shown = actions.map((action) => {
    const asks = action.tool === undefined ? '' : JSON.stringify([action.tool, action.request])
    const isOther = action.tool !== undefined && !isAgain(action) && !seen.has(asks)
    seen.add(asks)
    return isOther ? action : withoutTool(action)
  })
  const [first = null, ...rest] = shown
  const isLeading = ({ code, tool }: NextAction) => tool !== undefined && LEADING.includes(code)
  const leading = rest.filter(isLeading)
  // The rule follows a look at the router, and what to enter is one press away all the same.
  const rule = [first, ...leading].some((action) => action?.tool === PLAN) ? undefined : rest.find(({ tool }) => tool === PLAN)
  return {
    first,
    leading: rule ? [...leading, rule] : leading,
    further: rest.filter((action) => !isLeading(action)).map((action) => (action === rule ? withoutTool(action) : action)),
    isRepeated: actions.some(isAgain),
  }
}

function withoutTool({ tool, request, ...rest }: NextAction): NextAction {
  return rest
}

/** Returns whether an action asks the same tool for the same again, as far as it says what. */
export function isRepeating({ tool, request }: NextAction, run: Pick<Run, 'tool' | 'request'>): boolean {
  if (tool !== run.tool || request === undefined) return false
  return Object.entries(request).every(([field, value]) => JSON.stringify(value) === JSON.stringify(run.request[field]))
}
