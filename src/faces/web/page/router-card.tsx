import { useContext, useEffect, useState } from 'preact/hooks'
import type { Locale } from '../../../contract/text.ts'
import type { Home, Plan, Reachability, ToolAnswer } from './answers.ts'
import { askTool } from './ask.ts'
import { store, storedFields } from './remembered.ts'
import { PLAN, planRequestOf, type Request } from './requests.ts'
import { OtherWays } from './results/plan.tsx'
import { routerText } from './router.text.ts'
import { PinholeSteps, RuleSteps } from './router-steps.tsx'
import { TypedHome } from './state.ts'
import { isIpv4, ShownAddress, WhichRouter } from './which-router.tsx'
import { useLocale, useSay } from './words.ts'

interface Props {
  /** The plan in the answer; null where it has none: then the card requests it. */
  readonly plan: Plan | null
  readonly answer: ToolAnswer
  /** The request of the answer. */
  readonly request: Request
  open(tool: string, request: Request): void
  again(more?: Partial<Home>): void
}

/** Renders what to do in the router: which it is, how to open it, what to enter there, and what else helps where no rule can. */
export function RouterCard(props: Props) {
  const parts = partsFor(props)
  return parts === null ? null : <Card {...props} {...parts} />
}

/** Findings on the router over IPv6 that leave its firewall to look at. */
const FIREWALL = ['router-decides-ipv6', 'router-unseen-ipv6', 'router-reached']

type Parts = NonNullable<ReturnType<typeof partsFor>>

/** Returns what a check leaves to do in the router, over IPv6 with the address that its firewall has to let in; null for nothing. */
function partsFor({ plan, answer }: Props) {
  // A seam: an answer with steps is that of reachability.
  const { steps = [], families = [], ip = '' } = answer as unknown as Partial<Reachability>
  const code = steps.find(({ step }) => step === 'router')?.code ?? ''
  const isUnruled = ({ ipVersion, verdict, where }: Reachability['families'][number]) =>
    ipVersion === 4 && (verdict === 'blocked' || verdict === 'cannot-tell') && where?.forwardingRule !== 'proven'
  const isIpv6 = ip.includes(':')
  const hasRules = (plan?.rules.length ?? 0) > 0 || code === 'router-cannot-help' || (isIpv6 && families.some(isUnruled))
  const pinholeTo = isIpv6 && FIREWALL.includes(code) ? ip : null
  return hasRules || pinholeTo !== null ? { hasRules, pinholeTo } : null
}

function Card({ plan: known, answer, request, open, again, hasRules, pinholeTo }: Props & Parts) {
  const say = useSay(routerText)
  const { home, plan, set } = usePlan(known, planRequestOf(answer, request), answer.tool)
  const isShut = plan !== null && plan.rules.length === 0 && pinholeTo === null
  const ip = String(answer.ip)
  const question =
    hasRules && !ip.includes(':') ? <ShownAddress ip={ip} given={home.routerWanIp} set={set} again={again} /> : null
  if (isShut)
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
          {plan && hasRules ? <RuleSteps plan={plan} open={open} again={again} /> : null}
          {plan && pinholeTo !== null ? <PinholeSteps plan={plan} address={pinholeTo} open={open} again={again} /> : null}
          {plan && hasRules ? <OtherWays plan={plan} /> : null}
        </div>
      </details>
    </div>
  )
}

/** Pause after the last key before the plan is requested again. */
const TYPING_MS = 300

/** Returns what a request says of the visitor's home. */
function homeIn(request: Request): Home {
  const read = (field: keyof Home) => String(request[field] ?? '')
  return { routerBrand: read('routerBrand'), internalIp: read('internalIp'), routerWanIp: read('routerWanIp') }
}

/** Keeps what was typed with the fields of a tool, for its next request. */
function keep(tool: string, home: Home): void {
  store(`tool:${tool}`, JSON.stringify(withHome(storedFields(tool), home)))
}

/** Returns a request with what was typed in place of what it said of the visitor's home. */
export function withHome({ routerBrand: _, internalIp: __, routerWanIp: ___, ...rest }: Request, home: Home): Request {
  const brand = home.routerBrand.trim()
  const addresses = (['internalIp', 'routerWanIp'] as const).map((field) => [field, home[field].trim()] as const)
  const whole = Object.fromEntries(addresses.filter(([, address]) => isIpv4(address)))
  return { ...rest, ...(brand === '' ? {} : { routerBrand: brand }), ...whole }
}

/**
 * Returns the plan for the router that the visitor names: the one in the answer, and as soon as something is typed, or steps are missing
 * in it, that of a request for the plan alone. Nothing is checked again for it.
 */
function usePlan(known: Plan | null, base: Request, tool: string) {
  const locale = useLocale()
  const typed = useContext(TypedHome)
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
  const set = (field: keyof Home, value: string) => {
    typed.set(field, value)
    for (const one of [PLAN, tool]) keep(one, { ...home, [field]: value })
  }
  // One in the language of before is not shown until the next comes.
  return { home, plan: found?.locale === locale ? found.plan : known, set }
}
