import type { NextAction } from './answers.ts'
import { frameText } from './frame.text.ts'
import { Icon } from './icon.tsx'
import { Prose } from './prose.tsx'
import { useSay } from './words.ts'

interface Props {
  readonly action: NextAction
  open(tool: string, request: Readonly<Record<string, unknown>>): void
}

/** Renders one thing to do: its sentence, and its buttons. */
export function Action({ action, open }: Props) {
  return (
    <>
      <p>
        <Prose text={action.text} />
      </p>
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
}: Props & { readonly isMain?: boolean }) {
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
