import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Plan } from './answers.ts'
import type { Home } from './contexts.ts'
import { useCatalogue } from './lists.ts'
import { Paragraph, Prose } from './prose.tsx'
import { routerText } from './router.text.ts'
import { Names } from './suggestions.tsx'
import { useLocale, usePageWords, useSay } from './words.ts'

interface Props {
  readonly home: Home
  readonly plan: Plan | null
  /** Whether the rules need the address of the device. */
  readonly asksAddress: boolean
  set(field: keyof Home, value: string): void
}

/** Asks which router and which device it is about. */
export function WhichRouter({ home, plan, asksAddress, set }: Props) {
  const say = useSay(routerText)
  return (
    <div class="fields which screen">
      <Brand name={home.routerBrand} plan={plan} set={set} />
      {asksAddress ? (
        <Address
          id="card-device"
          label={say('device')}
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

interface ShownProps extends Pick<Props, 'set'> {
  /** The public address. */
  readonly ip: string
  /** The address that the router shows, as far as it was told. */
  readonly given: string
  again(more: Partial<Home>): void
}

/** Asks what decides whether a rule can help: whether the router itself has the public address. The answer is checked at once. */
export function ShownAddress({ ip, given, set, again }: ShownProps) {
  const [say, page] = [useSay(routerText), usePageWords()]
  const [said, setSaid] = useState<Answer | null>(given === '' ? null : given === ip ? 'yes' : 'no')
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
      <Answers said={said} choose={choose} />
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

function Answers({ said, choose }: { said: Answer | null; choose(one: Answer): void }) {
  const say = useSay(routerText)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not laid out as a row everywhere
    <div class="examples" role="group" aria-labelledby="shown-address">
      {ANSWERS.map((one) => (
        <button key={one} type="button" class="chip" aria-pressed={said === one} onClick={() => choose(one)}>
          {say(`wan.${one}`)}
        </button>
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

/** Renders that the steps are general, where the router is not in the list. */
export function Unlisted({ plan }: { plan: Plan }) {
  const told = plan.nextActions?.find(({ code }) => code === 'find-brand')?.text
  if (plan.router.id !== null || told === undefined) return null
  return <Paragraph text={told} />
}

function Brand({ name, plan, set }: { name: string } & Pick<Props, 'plan' | 'set'>) {
  const say = useSay(routerText)
  const [isUsed, setUsed] = useState(false)
  const catalogue = useCatalogue(useLocale(), isUsed)
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
        {isUnlisted ? null : say('brand-hint')}
      </p>
      <p id="card-brand-state" class="small" role="status">
        {isUnlisted ? <Prose text={told ?? say('unlisted', { name: name.trim() })} /> : null}
      </p>
    </div>
  )
}

/** Renders where a device shows its address, beginning with the visitor's own system. */
function HowToFind() {
  const say = useSay(routerText)
  const [own, setOwn] = useState<System | null>(null)
  useEffect(() => setOwn(systemOf(navigator.userAgent)), [])
  return (
    <details class="find">
      <summary>{say('find.title')}</summary>
      <p class="small">{say('find.where')}</p>
      <dl class="small">
        {systemsFrom(own).map((system) => (
          <div key={system}>
            <dt>{SYSTEM_NAMES[system]}</dt>
            <dd>
              <Prose text={say(`find.${system}`)} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

export const SYSTEMS = ['windows', 'macos', 'linux', 'ios', 'android', 'chromeos'] as const
type System = (typeof SYSTEMS)[number]

/** Names of systems as themselves write them, the same in every language. */
const SYSTEM_NAMES: Readonly<Record<System, string>> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  ios: 'iPhone, iPad',
  android: 'Android',
  chromeos: 'Chromebook',
}

/** Marks of systems in what a browser says of itself. Android calls itself Linux as well, so it comes before. */
const MARKS: readonly (readonly [RegExp, System])[] = [
  [/iphone|ipad|ios/i, 'ios'],
  [/android/i, 'android'],
  [/cros|chrome ?os|chromium os/i, 'chromeos'],
  [/win/i, 'windows'],
  [/mac/i, 'macos'],
  [/linux|x11/i, 'linux'],
]

/** Returns the system that a browser says it runs on; null if it does not say. */
export function systemOf(said: string): System | null {
  return MARKS.find(([mark]) => mark.test(said))?.[1] ?? null
}

/** Returns all systems, beginning with the visitor's own. */
export function systemsFrom(own: System | null): readonly System[] {
  return own === null ? SYSTEMS : [own, ...SYSTEMS.filter((system) => system !== own)]
}

/** Returns whether a text is an IPv4 address in full. */
export function isIpv4(text: string): boolean {
  const parts = text.trim().split('.')
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
}
