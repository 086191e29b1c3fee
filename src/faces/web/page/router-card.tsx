import type { Answered, Plan, Reachability } from './answers.ts'
import { OtherWays } from './plan-result.tsx'
import { planRequestOf } from './requests.ts'
import { routerText } from './router.text.ts'
import { WanQuestion, WhichRouter } from './router-fields.tsx'
import { planIn, usePlan } from './router-plan.ts'
import { PinholeSteps, RuleSteps } from './router-steps.tsx'
import { useSay } from './words.ts'

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
