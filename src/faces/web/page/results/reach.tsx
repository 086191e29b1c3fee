import { ActionButtons } from '../action.tsx'
import type { Reachability, ReachStep } from '../answers.ts'
import { isDetail, LABELS } from '../complaint.ts'
import { CopyButton } from '../copy-button.tsx'
import type { Shown } from '../drawing.ts'
import { frameText } from '../frame.text.ts'
import { RouterCard } from '../router-card.tsx'
import { Steps } from '../steps.tsx'
import { usePageWords, useSay } from '../words.ts'
import { planIn } from './plan.tsx'
import { byVersion, Families } from './reach-families.tsx'
import { WherePath } from './where.tsx'

/** Renders what others type, and the success over each family. What to do first follows: on a phone it is to be in sight. */
export function ReachLead({ answer }: Shown<Reachability>) {
  return (
    <>
      <Friends answer={answer} />
      {answer.verdict === 'reachable' ? <Families answer={answer} /> : null}
      <LeftAside fields={answer.notUnderstood} />
    </>
  )
}

/** Renders what others type to connect, large and to be copied. */
function Friends({ answer: { friendsConnectTo, verdict, hostname } }: Pick<Shown<Reachability>, 'answer'>) {
  const say = useSay(frameText)
  if (friendsConnectTo === null) return null
  const isGood = verdict === 'reachable'
  const title = say(isGood ? 'friends.go' : 'friends.try')
  return (
    <div class={isGood ? 'friends friends-good' : 'friends'}>
      <p class="small">{title}</p>
      <p class="friends-to">
        <strong class="mono">{friendsConnectTo}</strong>
        <CopyButton text={friendsConnectTo} what={title} />
      </p>
      {hostname === null && isGood ? (
        <p class="small">
          {say('friends.name')} <a href="#ddns-match">{say('friends.check-name')}</a>
        </p>
      ) : null}
    </div>
  )
}

/** Renders the names of the fields that were not understood. */
function LeftAside({ fields }: { fields: Reachability['notUnderstood'] }) {
  const [say, page] = [useSay(frameText), usePageWords()]
  const nameOf = (field: string) => (isDetail(field) ? page(LABELS[field]) : field)
  if (fields.length === 0) return null
  return <p class="small">{say('not-understood', { fields: fields.map(nameOf).join(', ') })}</p>
}

/** Renders what else the words may have meant, each as a button that asks that instead. */
function Instead({ answer: { otherServices }, request, open }: Omit<Shown<Reachability>, 'again'>) {
  const say = useSay(frameText)
  const { port: _port, protocol: _protocol, ...rest } = request
  if (otherServices.length === 0) return null
  return (
    <div class="buttons">
      {otherServices.map(({ useCase, name }) => {
        const label = say('others.instead', { name })
        const action = { code: useCase, label, text: '', tool: 'reachability', request: { ...rest, useCase } }
        return <ActionButtons key={useCase} action={action} open={open} />
      })}
    </div>
  )
}

/** Renders what else may have been meant, both families, and what to do in the router, where that may help. */
export function ReachGuide({ answer, request, open }: Shown<Reachability>) {
  const instead = <Instead answer={answer} request={request} open={open} />
  if (answer.verdict === 'reachable') return instead
  const { result = null } = answer.steps.find(({ step }) => step === 'router') ?? {}
  const card = <RouterCard plan={planIn(result)} answer={answer} request={request} open={open} />
  return (
    <>
      {instead}
      <Families answer={answer} />
      {answer.verdict === 'not-needed' ? null : card}
    </>
  )
}

interface LiveProps {
  readonly answer: Reachability | null
  readonly events: readonly ReachStep[]
}

/** Renders the steps as they come, then the way of the packets over each family. */
export function ReachLive({ answer, events, isRunning }: LiveProps & { readonly isRunning: boolean }) {
  const say = useSay(frameText)
  const families = byVersion(answer?.families ?? []).filter(({ where, verdict }) => where !== null || verdict === 'reachable')
  return (
    <>
      <Steps steps={answer?.steps ?? events} cause={answer?.blockedAt ?? null} isRunning={isRunning} />
      {families.map(({ ip, ipVersion, where }) => (
        <section key={ip} class="seen-way">
          <h3>{say('path', { version: ipVersion })}</h3>
          <WherePath ip={ip} where={where} />
        </section>
      ))}
    </>
  )
}
