import type { ComponentChildren } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { Locale } from '../../../contract/text.ts'
import { Actions, type Answered, type HomeFields, type Plan, type Reachability, type Request } from './answers.ts'
import { askTool, useCatalogue } from './ask.ts'
import { routerText } from './forms.text.ts'
import { Button, Facts, Names, Part, Prose } from './parts.tsx'
import { PLAN, planRequestOf } from './requests.ts'
import { OtherWays, PinholeSteps, RuleSteps } from './router-steps.tsx'
import { CHECK_TOOL, store, storedFields } from './runs.ts'
import { useLocale, usePageWords, useSay } from './words.ts'

/** Findings on the router over IPv6 that leave its firewall to look at. */
const FIREWALL = ['router-decides-ipv6', 'router-unseen-ipv6', 'router-reached']

/** Renders what to do in the router: which it is, how to open it, what to enter there, and what else helps where no rule can; over IPv6, what its firewall has to let in. */
export function RouterCard({ answer, request }: Answered<Reachability>) {
  const { steps, families, ip } = answer
  const { code = '', result = null } = steps.find(({ step }) => step === 'router') ?? {}
  // Where the answer has no plan, the card requests it.
  const known = planIn(result)
  const isUnruled = ({ ipVersion, verdict, where }: Reachability['families'][number]) =>
    ipVersion === 4 && (verdict === 'blocked' || verdict === 'cannot-tell') && where?.forwardingRule !== 'proven'
  const isIpv6 = ip.includes(':')
  const hasRules = (known?.rules.length ?? 0) > 0 || code === 'router-cannot-help' || (isIpv6 && families.some(isUnruled))
  const pinholeTo = isIpv6 && FIREWALL.includes(code) ? ip : null
  if (!hasRules && pinholeTo === null) return null
  return <Card answer={answer} request={request} known={known} hasRules={hasRules} pinholeTo={pinholeTo} />
}

interface CardProps extends Answered<Reachability> {
  /** The plan in the answer. */
  readonly known: Plan | null
  readonly hasRules: boolean
  /** The address for which the IPv6 firewall has to be opened. */
  readonly pinholeTo: string | null
}

function Card({ known, answer, request, hasRules, pinholeTo }: CardProps) {
  const say = useSay(routerText)
  const { home, plan, set } = usePlan(known, planRequestOf(answer, request))
  const { ip } = answer
  const question = hasRules && !ip.includes(':') ? <WanQuestion ip={ip} given={home.routerWanIp} set={set} /> : null
  if (plan?.rules.length === 0 && pinholeTo === null)
    return (
      <section class="router-part" aria-labelledby="router-part">
        {question}
        <h3 id="router-part">{say('title.other-ways')}</h3>
        <OtherWays plan={plan} />
      </section>
    )
  return (
    <div class="router-part">
      {question}
      <details id="router-part" class="part" open={question === null || request.routerWanIp === ip}>
        <summary>{say('title')}</summary>
        <div class="router-part">
          <WhichRouter home={home} plan={plan} set={set} asksAddress={hasRules} />
          {plan && hasRules ? <RuleSteps plan={plan} isOfCheck /> : null}
          {plan && pinholeTo !== null ? <PinholeSteps plan={plan} address={pinholeTo} /> : null}
          {plan && hasRules ? <OtherWays plan={plan} /> : null}
        </div>
      </details>
    </div>
  )
}

/** Returns the plan among what a step found. */
function planIn(result: Readonly<Record<string, unknown>> | null): Plan | null {
  // A seam: what has rules is a plan, by the schema of the tool.
  return result !== null && Array.isArray(result.rules) ? (result as unknown as Plan) : null
}

/** Pause after the last key before the plan is requested again. */
const TYPING_MS = 300

function homeIn(request: Request): HomeFields {
  const read = (field: keyof HomeFields) => String(request[field] ?? '')
  return { routerBrand: read('routerBrand'), internalIp: read('internalIp'), routerWanIp: read('routerWanIp') }
}

/** Keeps what was typed with the fields of a tool, for its next request. */
function keep(tool: string, home: HomeFields): void {
  store(`tool:${tool}`, JSON.stringify(withHome(storedFields(tool), home)))
}

/** Returns a request with what was typed in place of what it said of the visitor's home. */
export function withHome({ routerBrand: _, internalIp: __, routerWanIp: ___, ...rest }: Request, home: HomeFields): Request {
  const brand = home.routerBrand.trim()
  const addresses = (['internalIp', 'routerWanIp'] as const).map((field) => [field, home[field].trim()] as const)
  const whole = Object.fromEntries(addresses.filter(([, address]) => isIpv4(address)))
  return { ...rest, ...(brand === '' ? {} : { routerBrand: brand }), ...whole }
}

/**
 * Returns the plan for the router that the visitor names: the one in the answer, and as soon as something is typed, or steps are missing
 * in it, that of a request for the plan alone. Nothing is checked again for it.
 */
function usePlan(known: Plan | null, base: Request) {
  const locale = useLocale()
  const typed = useContext(Actions)
  const first = homeIn(base)
  const home = homeIn({ ...first, ...typed.home })
  const [found, setFound] = useState<{ plan: Plan; locale: Locale } | null>(null)
  const request = withHome(base, home)
  const key = JSON.stringify(request)
  const isTyped = key !== JSON.stringify(withHome(base, first))
  const isMissing = !known?.nextActions || isTyped
  useEffect(() => {
    if (!isMissing) return setFound(null)
    const controller = new AbortController()
    const ask = async () => {
      const ending = await askTool(PLAN, request, { locale, signal: controller.signal, report: () => {} })
      if (ending.kind !== 'answered' || controller.signal.aborted) return
      // A seam: the answer of the tool is as its schema says.
      setFound({ plan: ending.answer as unknown as Plan, locale })
    }
    const timer = setTimeout(() => void ask(), isTyped ? TYPING_MS : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, locale, isMissing])
  const set = (field: keyof HomeFields, value: string) => {
    typed.set(field, value)
    for (const tool of [PLAN, CHECK_TOOL]) keep(tool, { ...home, [field]: value })
  }
  // One in the language of before is not shown until the next comes.
  return { home, plan: found?.locale === locale ? found.plan : known, set }
}

/** Returns whether a text is an IPv4 address in full. */
export function isIpv4(text: string): boolean {
  const parts = text.trim().split('.')
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
}

interface WhichProps {
  readonly home: HomeFields
  readonly plan: Plan | null
  /** Whether the rules need the address of the device. */
  readonly asksAddress: boolean
  set(field: keyof HomeFields, value: string): void
}

/** Asks which router and which device it is about. */
function WhichRouter({ home, plan, asksAddress, set }: WhichProps) {
  const page = usePageWords()
  return (
    <div class="fields which screen">
      <Brand name={home.routerBrand} plan={plan} set={set} />
      {asksAddress ? (
        <Address
          id="card-device"
          label={page('reach.device')}
          value={home.internalIp}
          example="192.168.0.10"
          set={(value) => set('internalIp', value)}
        >
          <HowToFind />
        </Address>
      ) : null}
    </div>
  )
}

interface WanQuestionProps extends Pick<WhichProps, 'set'> {
  readonly ip: string
  readonly given: string
}

/**
 * Asks what decides whether a rule can help: whether the router itself has the public address (`ip`), or another one (`given`, as far as it
 * was told). The answer is checked at once.
 */
export function WanQuestion({ ip, given, set }: WanQuestionProps) {
  const [say, page] = [useSay(routerText), usePageWords()]
  const { again } = useContext(Actions)
  const toldBefore = given === ip ? 'yes' : 'no'
  const [said, setSaid] = useState<Answer | null>(given === '' ? null : toldBefore)
  const check = (event: Event) => {
    event.preventDefault()
    if (isIpv4(given)) again({ routerWanIp: given })
  }
  const choose = (one: Answer) => {
    setSaid(one)
    if (one === 'yes') again({ routerWanIp: ip })
    if (one === 'no') set('routerWanIp', '')
  }
  return (
    <form class="which shown-address screen" onSubmit={check}>
      <p id="shown-address">{say('wan', { ip })}</p>
      <AnswerChips said={said} choose={choose} />
      {said === 'no' ? (
        <>
          <Address
            id="card-wan"
            label={page('reach.wan')}
            value={given === ip ? '' : given}
            example="100.64.0.7"
            set={(value) => set('routerWanIp', value)}
          />
          <button type="submit" class="button">
            {say('wan.check')}
          </button>
        </>
      ) : null}
      {said === 'unknown' ? <p class="small">{say('wan.where')}</p> : null}
    </form>
  )
}

const ANSWERS = ['yes', 'no', 'unknown'] as const
type Answer = (typeof ANSWERS)[number]

function AnswerChips({ said, choose }: { said: Answer | null; choose(one: Answer): void }) {
  const say = useSay(routerText)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not laid out as a row everywhere
    <div class="examples" role="group" aria-labelledby="shown-address">
      {ANSWERS.map((one) => (
        <Button key={one} label={say(`wan.${one}`)} look="chip" aria-pressed={said === one} press={() => choose(one)} />
      ))}
    </div>
  )
}

interface AddressProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly example: string
  readonly children?: ComponentChildren
  set(value: string): void
}

function Address({ id, label, value, example, children, set }: AddressProps) {
  const say = useSay(routerText)
  const isWrong = value.trim() !== '' && !isIpv4(value)
  return (
    <div class={isWrong ? 'field field-wrong' : 'field'}>
      <label for={id}>{label}</label>
      <input
        id={id}
        value={value}
        placeholder={example}
        autocomplete="off"
        inputMode="decimal"
        maxLength={64}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={`${id}-error`}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
      <p id={`${id}-error`} class="error small" role="status">
        {isWrong ? say('device-wrong') : null}
      </p>
      {children}
    </div>
  )
}

function Brand({ name, plan, set }: { name: string } & Pick<WhichProps, 'plan' | 'set'>) {
  const [say, page] = [useSay(routerText), usePageWords()]
  const [isUsed, setUsed] = useState(false)
  const catalogue = useCatalogue(isUsed)
  const isUnlisted = plan !== null && plan.router.id === null && name.trim() !== ''
  const told = plan?.nextActions?.find(({ code }) => code === 'find-brand')?.text
  return (
    <div class="field">
      <label for="card-brand">{say('brand')}</label>
      <input
        id="card-brand"
        value={name}
        list="card-brands"
        autocomplete="off"
        spellcheck={false}
        maxLength={100}
        aria-describedby="card-brand-hint card-brand-state"
        onFocus={() => setUsed(true)}
        onInput={({ currentTarget }) => set('routerBrand', currentTarget.value)}
      />
      <Names id="card-brands" entries={catalogue?.brands ?? []} />
      <p id="card-brand-hint" class="quiet small">
        {isUnlisted ? null : page('reach.router-hint')}
      </p>
      <p id="card-brand-state" class="small" role="status">
        {isUnlisted ? <Prose text={told ?? say('unlisted', { name: name.trim() })} /> : null}
      </p>
    </div>
  )
}

/** The systems on which a device shows its address, by the names that they have in every language. */
const SYSTEMS = [
  ['windows', 'Windows'],
  ['macos', 'macOS'],
  ['ios', 'iPhone, iPad'],
  ['android', 'Android'],
  ['linux', 'Linux'],
  ['chromeos', 'Chromebook'],
] as const

function HowToFind() {
  const say = useSay(routerText)
  return (
    <Part look="find" title={say('find.title')}>
      <p class="small">{say('find.where')}</p>
      <Facts
        look="values small"
        facts={SYSTEMS.map(([system, name]) => [name, <Prose key={system} text={say(`find.${system}`)} />])}
      />
    </Part>
  )
}
