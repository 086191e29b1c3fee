import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Plan } from './answers.ts'
import { isIpv4, SYSTEM_NAMES, type System, systemOf, systemsFrom } from './device-address.ts'
import { useCatalogue } from './lists.ts'
import { Names } from './names.tsx'
import { Prose } from './prose.tsx'
import { routerText } from './router.text.ts'
import type { Home } from './use-plan.ts'
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
  const [say, page] = [useSay(routerText), usePageWords()]
  return (
    <div class="fields which screen">
      <Brand name={home.routerBrand} plan={plan} set={set} />
      {asksAddress ? (
        <>
          <Address
            id="card-device"
            label={say('device')}
            value={home.internalIp}
            example="192.168.0.10"
            set={(value) => set('internalIp', value)}
          >
            <HowToFind />
          </Address>
          <details class="find" open={home.routerWanIp !== ''}>
            <summary>{say('wan.other')}</summary>
            <Address
              id="card-wan"
              label={page('reach.wan')}
              value={home.routerWanIp}
              example="100.64.0.7"
              set={(value) => set('routerWanIp', value)}
            />
          </details>
        </>
      ) : null}
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
      <Names id="card-brands" entries={catalogue?.routerBrands ?? []} />
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
