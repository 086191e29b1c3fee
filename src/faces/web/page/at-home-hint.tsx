import { CopyButton } from './code.tsx'
import { Paragraph } from './prose.tsx'
import { usePageWords } from './words.ts'

const COMMAND = 'doorstep home'

/** The scopes of addresses that are in a network with this server, or behind the same box as it. */
const SCOPES: readonly string[] = ['private', 'shared', 'loopback', 'link-local']

/** Returns whether a server that sees such an address is of no use for a look from outside. */
export function isInside(scope: string): boolean {
  return SCOPES.includes(scope)
}

/** Renders the command that looks from inside, where this server cannot look from outside; `isTold`: why it cannot stands elsewhere. */
export function AtHomeHint({ isTold = false }: { isTold?: boolean }) {
  const say = usePageWords()
  return (
    <div class="at-home">
      {isTold ? null : <p>{say('at-home.why')}</p>}
      <Paragraph text={say('at-home.run')} />
      <p class="command">
        <code>{COMMAND}</code> <CopyButton text={COMMAND} what={COMMAND} />
      </p>
    </div>
  )
}

/** Renders what a copy at home can do besides the plan: the way into the router, and a look from inside. */
export function AtHome() {
  const say = usePageWords()
  return (
    <>
      <p class="also">
        <a href="#router-login-route">{say('at-home.login')}</a>
      </p>
      <AtHomeHint isTold />
      <Paragraph text={say('at-home.proxy')} look="quiet small" />
    </>
  )
}
