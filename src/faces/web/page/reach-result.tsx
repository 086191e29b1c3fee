import { useContext } from 'preact/hooks'
import { wayText } from '../../../diagnostics/where/way.text.ts'
import { type Sight, stationsOf } from '../../../diagnostics/where/way.ts'
import { Actions, type Answered, type PortFinding, type Reachability, type ReachStep, type Request } from './answers.ts'
import { Blocks } from './blocks.tsx'
import { frameText } from './frame.text.ts'
import { Button, CopyButton, Icon, Paragraph, Part } from './parts.tsx'
import { isDetail, LABELS } from './requests.ts'
import { RouterCard, WanQuestion } from './router-card.tsx'
import { usePageWords, useSay } from './words.ts'

/** The box that is looked at after so many steps. */
const NOW = ['internet', 'provider', 'router', 'router', 'program', 'router'] as const

interface ReachPictureProps {
  /** Null until it has come. */
  readonly answer: Reachability | null
  readonly events: readonly ReachStep[]
  readonly request: Request
  readonly isRunning: boolean
}

/** Renders the way to the service, from the start: its boxes are filled in as the steps come. */
export function ReachPicture({ answer, events, request, isRunning }: ReachPictureProps) {
  const steps = answer?.steps ?? events
  const resultOf = (name: ReachStep['step']) => steps.find(({ step }) => step === name)?.result ?? {}
  // A seam: the results of these steps are those of port-check and ip-lookup.
  const port = resultOf('port') as Partial<PortFinding>
  const { ip, organization } = resultOf('address') as { ip?: string; organization?: string | null }
  const asked = request.port === undefined ? null : `${answer?.protocol ?? 'TCP'} ${request.port}`.toUpperCase()
  const called = {
    internet: answer?.hostname,
    provider: organization,
    device: ip?.includes(':') ? null : textIn(request.internalIp),
    program: answer?.service?.name ?? textIn(request.useCase) ?? asked,
  }
  return (
    <>
      <WherePath
        ip={answer?.ip ?? ip ?? null}
        where={port.where ?? null}
        isOpen={port.status === 'open'}
        situation={answer?.situation}
        identity={answer?.identity}
        proof={answer?.proof ?? null}
        called={called}
        now={answer ? undefined : (NOW[steps.length] ?? 'program')}
        isCut={!isRunning}
        isElsewhere={answer?.blockedAt === 'address'}
      />
      <StepLog steps={isRunning ? steps : []} />
      {answer ? <Others answer={answer} /> : null}
    </>
  )
}

/** Says the steps, as they come, to those who do not see the picture. */
function StepLog({ steps }: { steps: readonly ReachStep[] }) {
  const say = usePageWords()
  return (
    <div class="hidden" role="log">
      {steps.map(({ step, label, status, summary }) => (
        <p key={step}>{`${label}: ${say(`status.${status}`)}. ${summary}`}</p>
      ))}
    </div>
  )
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Renders what the families mean for others, where it matters which one they use. */
function Others({ answer: { families, clients } }: { answer: Reachability }) {
  const say = useSay(frameText)
  const [only] = families
  if (families.length === 1 && only?.ipVersion === 6) return <Paragraph text={say('families.only-6')} look="small" />
  return clients === null || clients === 'fine' || clients === 'none' ? null : <p>{say(`clients.${clients}`)}</p>
}

export function ReachLead({ answer }: Pick<Answered<Reachability>, 'answer'>) {
  const [say, page] = [useSay(frameText), usePageWords()]
  const fields = answer.notUnderstood.map((field) => (isDetail(field) ? page(LABELS[field]) : field)).join(', ')
  return (
    <>
      <Friends answer={answer} />
      {fields === '' ? null : <p class="small">{say('not-understood', { fields })}</p>}
    </>
  )
}

/** Renders what others type to connect, large and to be copied. */
function Friends({ answer: { friendsConnectTo, good, hostname } }: Pick<Answered<Reachability>, 'answer'>) {
  const say = useSay(frameText)
  if (friendsConnectTo === null) return null
  const title = say(good ? 'friends.go' : 'friends.try')
  return (
    <div class={good ? 'friends friends-good' : 'friends'}>
      <p class="small">{title}</p>
      <p class="friends-to">
        <strong class="mono">{friendsConnectTo}</strong>
        <CopyButton text={friendsConnectTo} what={title} />
      </p>
      {hostname === null && good ? (
        <p class="small">
          {say('friends.name')} <a href="#ddns-match">{say('friends.check-name')}</a>
        </p>
      ) : null}
    </div>
  )
}

/** Renders what else the words may have meant, each as a button that asks that instead. */
function Instead({ answer: { otherServices }, request }: Answered<Reachability>) {
  const say = useSay(frameText)
  const { open } = useContext(Actions)
  const { port: _port, protocol: _protocol, ...rest } = request
  if (otherServices.length === 0) return null
  return (
    <p class="examples screen">
      {otherServices.map(({ useCase, name }) => (
        <Button
          key={useCase}
          label={say('others.instead', { name })}
          look="chip"
          press={() => open('reachability', { ...rest, useCase })}
        />
      ))}
    </p>
  )
}

/** Renders what to do in the router, where that may help, and what else may have been meant. */
export function ReachGuide({ answer, request }: Answered<Reachability>) {
  const { verdict, port, ip } = answer
  const { home, set } = useContext(Actions)
  const given = home.routerWanIp ?? textIn(request.routerWanIp) ?? ''
  return (
    <>
      {/* What decides whether ports can be forwarded on a line, where nothing else was asked. */}
      {port === null && !ip.includes(':') ? <WanQuestion ip={ip} given={given} set={set} /> : null}
      {verdict === 'reachable' || verdict === 'not-needed' ? null : <RouterCard answer={answer} request={request} />}
      <Instead answer={answer} request={request} />
    </>
  )
}

/** Renders why: the steps, and the way over the other family. */
export function ReachWhy({ answer: { blocks, families, ip: own } }: Pick<Answered<Reachability>, 'answer'>) {
  const say = useSay(frameText)
  return (
    <Part title={say('why')}>
      <Blocks blocks={blocks} />
      {families
        .filter(({ ip }) => ip !== own)
        .map(({ ip, headline, verdict, where }) => (
          <section key={ip} class="family">
            <h3>{headline}</h3>
            <WherePath
              ip={ip}
              where={where}
              isOpen={verdict === 'reachable'}
              situation={verdict === 'not-needed' ? verdict : null}
            />
          </section>
        ))}
    </Part>
  )
}

/** Renders the way of the packets from the internet to a service as boxes, broken where they ended: in a row where there is room. */
export function WherePath(sight: Sight) {
  const say = useSay(wayText)
  return (
    <ol class="path" aria-label={say('title')}>
      {stationsOf(sight, say).map(({ mark, name, seen, address }) => (
        <li key={name} class={`stop step-${mark}`}>
          <span class="tick">
            <Icon name={mark === 'running' ? 'waiting' : mark} />
          </span>
          <div>
            <strong>{name}</strong> {address === undefined ? null : <span class="mono">{address}</span>}
            <span class="small block">{seen}</span>
          </div>
        </li>
      ))}
    </ol>
  )
}

export function PortPicture({ answer }: { answer: PortFinding | null }) {
  if (!answer) return <WherePath ip={null} where={null} now="router" />
  const { status, protocol, port, ...found } = answer
  return <WherePath {...found} isOpen={status === 'open'} called={{ program: `${protocol.toUpperCase()} ${port}` }} />
}
