import type { Plan, Reachability, ToolAnswer } from './answers.ts'
import { planRequestOf } from './plan-request.ts'
import { OtherWays } from './results/plan.tsx'
import { routerText } from './router.text.ts'
import { PinholeSteps, RuleSteps } from './router-steps.tsx'
import type { Home } from './typed-home.ts'
import { usePlan } from './use-plan.ts'
import { ShownAddress, WhichRouter } from './which-router.tsx'
import { useSay } from './words.ts'

type Open = (tool: string, request: Readonly<Record<string, unknown>>) => void

interface Props {
  /** The plan in the answer; null where it has none: then the card requests it. */
  readonly plan: Plan | null
  readonly answer: ToolAnswer
  /** The request of the answer. */
  readonly request: Readonly<Record<string, unknown>>
  readonly open: Open
  again(more?: Partial<Home>): void
}

/** Renders what to do in the router: which it is, how to open it, what to enter there, and what else helps where no rule can. */
export function RouterCard(props: Props) {
  const parts = partsFor(props)
  return parts === null ? null : <Card {...props} {...parts} />
}

interface Parts {
  readonly hasRules: boolean
  /** The address that the firewall has to let in over IPv6. */
  readonly pinholeTo: string | null
}

/** Findings on the router after which no rule can help on the line. */
const NO_RULE = ['router-cannot-help']
/** Findings on the router over IPv6 that leave its firewall to look at. */
const FIREWALL = ['router-decides-ipv6', 'router-unseen-ipv6', 'router-reached']

/** Returns what a check leaves to do in the router; null for nothing. */
function partsFor({ plan, answer }: Props): Parts | null {
  // A seam: an answer with steps is that of reachability.
  const { steps = [], families = [], ip = '' } = answer as unknown as Partial<Reachability>
  const code = steps.find(({ step }) => step === 'router')?.code ?? ''
  const isUnruled = ({ ipVersion, verdict, where }: Reachability['families'][number]) =>
    ipVersion === 4 && (verdict === 'blocked' || verdict === 'cannot-tell') && where?.forwardingRule !== 'proven'
  const isIpv6 = ip.includes(':')
  const hasRules = (plan?.rules.length ?? 0) > 0 || NO_RULE.includes(code) || (isIpv6 && families.some(isUnruled))
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
