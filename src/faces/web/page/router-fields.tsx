import type { ComponentChildren } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { Actions, type HomeFields, type Plan } from './answers.ts'
import { useCatalogue } from './lists.ts'
import { Button, Facts, Names, Part, Prose } from './parts.tsx'
import { routerText } from './router.text.ts'
import { isIpv4 } from './router-plan.ts'
import { usePageWords, useSay } from './words.ts'

interface WhichProps {
  readonly home: HomeFields
  readonly plan: Plan | null
  /** Whether the rules need the address of the device. */
  readonly asksAddress: boolean
  set(field: keyof HomeFields, value: string): void
}

/** Asks which router and which device it is about. */
export function WhichRouter({ home, plan, asksAddress, set }: WhichProps) {
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
