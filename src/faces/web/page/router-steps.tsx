import { useContext } from 'preact/hooks'
import type { Say } from '../../../contract/text.ts'
import { Actions, type NextAction, type Plan, type Rule } from './answers.ts'
import { Blocks } from './blocks.tsx'
import { formsText, routerText } from './forms.text.ts'
import { frameText } from './frame.text.ts'
import { Button, Code, CopyButton, Icon, Paragraph, Part, Prose } from './parts.tsx'
import { usePageWords, useSay } from './words.ts'

/** Renders a plan: the way through the router, or around it where no rule can help, then everything else, folded. */
export function PlanResult({ plan }: { plan: Plan }) {
  const say = useSay(routerText)
  const { rules, alternatives, blocks } = plan
  const hasRules = rules.length > 0
  return (
    <>
      {hasRules || alternatives.length > 0 ? (
        <section class="router-part" aria-labelledby="router-part">
          <h3 id="router-part">{say(hasRules ? 'title' : 'title.other-ways')}</h3>
          {hasRules ? <Unlisted plan={plan} /> : null}
          <RuleSteps plan={plan} />
          <OtherWays plan={plan} />
        </section>
      ) : null}
      <Blocks blocks={blocks} />
    </>
  )
}

/** Renders the ways around a rule: all that there is where no rule can help, otherwise folded. */
export function OtherWays({ plan: { alternatives, rules } }: { plan: Plan }) {
  const say = useSay(routerText)
  if (alternatives.length === 0) return null
  if (rules.length === 0) return <Ways ways={alternatives} />
  return (
    <Part title={say('title.other-ways')}>
      <Ways ways={alternatives} />
    </Part>
  )
}

/** Renders other ways than a rule, the best first and open: what to say to the provider, tunnels, IPv6. */
function Ways({ ways }: { ways: Plan['alternatives'] }) {
  return (
    <>
      {ways.map(({ kind, name, text, lines }, index) => (
        <Part key={name} title={name} isOpen={index === 0}>
          <div class="way">
            <Paragraph text={text} />
            {kind === 'public-address' ? <SentencesToSay sentences={lines} /> : null}
            {kind !== 'public-address' && lines.length > 0 ? <Code text={lines.join('\n')} what={name} /> : null}
          </div>
        </Part>
      ))}
    </>
  )
}

/** Renders what to say to others, which is not a line to type. */
function SentencesToSay({ sentences }: { sentences: readonly string[] }) {
  return (
    <>
      {sentences.map((sentence) => (
        <blockquote key={sentence} class="say">
          <p>{sentence}</p>
          <CopyButton text={sentence} />
        </blockquote>
      ))}
    </>
  )
}

/** Renders that the steps are general, where the router is not in the list. */
function Unlisted({ plan }: { plan: Plan }) {
  const told = plan.nextActions?.find(({ code }) => code === 'find-brand')?.text
  if (plan.router.id !== null || told === undefined) return null
  return <Paragraph text={told} />
}

interface Props {
  readonly plan: Plan
}

/** Renders the way to a rule in the order of doing: open the router, go to the menu, enter the rules, save and check. */
export function RuleSteps({ plan, isOfCheck = false }: Props & { isOfCheck?: boolean }) {
  const say = useSay(routerText)
  const { rules } = plan
  if (rules.length === 0) return null
  const needed = neededOf(rules)
  const spare = rules.filter((rule) => !needed.includes(rule))
  const reserved = actionsIn(plan, ['reserve-address'])
  return (
    <ol class="todo">
      <OpenStep plan={plan} />
      <MenuStep plan={plan} />
      <li>
        <p>{say(needed.length === 1 ? 'step.one-rule' : 'step.rules')}</p>
        <Sentences actions={actionsIn(plan, ['check-device-address', 'choose-other-port', 'gateway-in-front'])} />
        <PlanForm plan={plan} rules={needed} />
        {plan.router.finish === null ? null : <Paragraph text={plan.router.finish} />}
        {spare.length === 0 ? null : (
          <Part look="find" title={say('optional', { count: spare.length })}>
            <PlanForm plan={plan} rules={spare} />
          </Part>
        )}
      </li>
      {reserved.length === 0 ? null : (
        <li>
          <Sentences actions={reserved} />
        </li>
      )}
      <SaveStep plan={plan} isOfCheck={isOfCheck} />
    </ol>
  )
}

/** Returns what a service cannot do without; where nothing is marked so, all of it. */
function neededOf<Part extends { readonly required: boolean }>(parts: readonly Part[]): readonly Part[] {
  const needed = parts.filter(({ required }) => required)
  return needed.length > 0 ? needed : parts
}

function MenuStep({ plan: { menuPath, menuVariants, router } }: Props) {
  const say = useSay(routerText)
  return (
    <li>
      <p>{say(router.known ? 'step.menu' : 'step.menu-general')}</p>
      <Menu path={menuPath} />
      {menuVariants.length === 0 ? null : (
        <Part look="find" title={say('menu.other')}>
          {menuVariants.map((variant) => (
            <div key={variant.when} class="small">
              {variant.when}
              <Menu path={variant.menuPath} />
            </div>
          ))}
        </Part>
      )}
    </li>
  )
}

/** Renders what the IPv6 firewall has to let in: a device has an address of its own, so there is nothing to forward. */
export function PinholeSteps({ plan, address }: Props & { address: string }) {
  const say = useSay(routerText)
  const { ipv6, ports } = plan
  const forwarded = ports.filter(({ forward }) => forward)
  const needed = neededOf(forwarded)
  return (
    <ol class="todo">
      <OpenStep plan={plan} text={openingIn(plan, say)} />
      <li>
        <p>{say(ipv6?.menuPath ? 'step.menu' : 'step.menu-ipv6')}</p>
        <Menu path={ipv6?.menuPath ?? []} />
      </li>
      <li>
        <p>{say('step.pinhole')}</p>
        <div class="router">
          {needed.map(({ internal, protocol }) => (
            <Entries
              key={internal + protocol}
              form={[
                { label: say('pinhole.address'), value: address },
                { label: say('pinhole.port'), value: internal },
                { label: say('pinhole.protocol'), value: protocol.toUpperCase() },
              ]}
            />
          ))}
        </div>
        <p class="quiet small">{say('pinhole.other')}</p>
      </li>
      <SaveStep plan={null} isOfCheck />
    </ol>
  )
}

/** Codes of the actions that are part of the steps, so that no list repeats them. */
export const DRAWN_ACTIONS: readonly string[] = [
  'log-in',
  'find-brand',
  'check-device-address',
  'choose-other-port',
  'gateway-in-front',
  'add-rules',
  'reserve-address',
  'port-taken',
  'verify-port',
  'test-on-console',
  // How to take everything back has a part of its own.
  'remove-rules',
]

function actionsIn({ nextActions }: Plan, codes: readonly string[]): readonly NextAction[] {
  return codes.flatMap((wanted) => nextActions?.filter(({ code }) => code === wanted) ?? [])
}

function Sentences({ actions }: { actions: readonly NextAction[] }) {
  return (
    <>
      {actions.map(({ code, text }) => (
        <Paragraph key={code} text={text} />
      ))}
    </>
  )
}

/** Returns how to open the router where its plan has no step for that, or one that compares IPv4 addresses as well. */
function openingIn({ router: { app } }: Plan, say: Say<typeof routerText.en>): string {
  return app?.only ? say('step.open-app', { app: app.name }) : say('step.open')
}

/** Renders the way into the router: its page or its app, and what to do if that does not open. */
function OpenStep({ plan, text }: Props & { text?: string }) {
  const [say, frame] = [useSay(routerText), useSay(frameText)]
  const { open } = useContext(Actions)
  const { id, app } = plan.router
  const [opening] = actionsIn(plan, ['log-in'])
  const [compared] = actionsIn(plan, ['compare-router-address'])
  const url = opening?.url ?? compared?.url
  const hint = url !== undefined ? say('step.back') : app?.only || text !== undefined ? null : say('step.no-url')
  const login = opening?.request ?? (id === null ? {} : { routerBrand: id })
  return (
    <li>
      <Paragraph text={text ?? opening?.text ?? openingIn(plan, say)} />
      <p class="buttons screen">
        {url === undefined ? null : (
          <a class={opening ? 'button main' : 'button'} href={url} rel="noreferrer" target="_blank">
            {frame('next.open', { url })}
          </a>
        )}
        <button type="button" class="button" onClick={() => open('router-login-route', login)}>
          {say('open.how')}
          <Icon name="next" />
        </button>
      </p>
      {hint === null ? null : <p class="quiet small screen">{hint}</p>}
      {url === undefined || id !== null ? null : <p class="quiet small screen">{say('step.guess')}</p>}
    </li>
  )
}

/** Renders the last step: save, then the check again (`isOfCheck`), or the one that the plan suggests; a pinhole has no plan. */
function SaveStep({ plan, isOfCheck }: { plan: Plan | null; isOfCheck: boolean }) {
  const [say, page] = [useSay(routerText), usePageWords()]
  const { again, open } = useContext(Actions)
  const [check] = plan ? actionsIn(plan, ['verify-port', 'test-on-console']) : []
  const refused = plan ? actionsIn(plan, ['port-taken']) : []
  const { tool, request = {}, text = '', label } = check ?? {}
  return (
    <li>
      <p>{isOfCheck ? say('step.again') : <Prose text={`${say('step.save')} ${text}`} />}</p>
      {isOfCheck || tool !== undefined ? (
        <p class="buttons screen">
          {isOfCheck ? (
            <Button label={page('reach.again')} press={again} />
          ) : (
            <Button label={label} press={() => open(tool ?? '', request)} />
          )}
        </p>
      ) : null}
      {refused.length === 0 ? null : (
        <Part look="find" title={say('refuses')}>
          <Sentences actions={refused} />
        </Part>
      )}
    </li>
  )
}

function Menu({ path }: { path: readonly string[] }) {
  const say = useSay(formsText)
  if (path.length === 0) return null
  return (
    <ol class="crumbs" aria-label={say('plan.menu')}>
      {path.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ol>
  )
}

/** Renders the form of the visitor's router, drawn with its own field names and what to type into each. */
function PlanForm({ plan: { router }, rules }: { plan: Plan; rules: readonly Rule[] }) {
  const say = useSay(formsText)
  return (
    <section class="router" aria-label={`${say('plan.form')}: ${router.name}`}>
      {rules.map(({ name, form }) => (
        <Entries key={name} form={form} />
      ))}
    </section>
  )
}

/** Placeholder of plans whose request did not name the address of the device. */
const NOT_TOLD = 'INTERNAL_IP'

function Entries({ form }: Pick<Rule, 'form'>) {
  const say = useSay(formsText)
  return (
    <div class="rule">
      <dl>
        {form.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            {value === NOT_TOLD ? (
              <dd>
                <span class="box box-hint">{say('plan.not-told')}</span>
              </dd>
            ) : (
              <dd>
                <span class="box">{value}</span>
                <CopyButton text={value} what={label} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  )
}
