import { type Complaint, LABELS } from './complaint.ts'
import type { Entry } from './lists.ts'
import { Names } from './names.tsx'
import type { ReachFields } from './reach-request.ts'
import { usePageWords } from './words.ts'

type Detail = keyof typeof LABELS

/** Fields that people can fill in without looking anything up. */
const KNOWN = ['routerBrand', 'isp', 'hostname'] as const
/** Fields that need a look at a device or at the router, which the result asks for where they matter. */
const LOOKED_UP = ['routerWanIp', 'internalIp'] as const

interface Props {
  readonly fields: ReachFields
  readonly complaint: Complaint | null
  readonly routers: readonly Entry[]
  set(field: Detail, value: string): void
  /** Drops what was typed here before; null if nothing was. */
  readonly forget: (() => void) | null
}

/** Renders what makes the answer better, folded: first what people know, then what they would have to look up. */
export function ReachDetails(props: Props) {
  const say = usePageWords()
  const { fields, complaint, routers, forget } = props
  const isOpen = (names: readonly Detail[]) => names.some((name) => name === complaint?.field)
  const hasAddress = LOOKED_UP.some((name) => (fields[name] ?? '') !== '')
  return (
    <details class="more" open={isOpen([...KNOWN, ...LOOKED_UP]) || undefined}>
      <summary>{say('reach.more')}</summary>
      <Fields names={KNOWN} {...props} />
      <details open={isOpen(LOOKED_UP) || hasAddress || undefined}>
        <summary>{say('reach.addresses')}</summary>
        <Fields names={LOOKED_UP} {...props} />
      </details>
      {forget === null ? null : (
        <button type="button" class="button quiet-button" onClick={forget}>
          {say('reach.forget')}
        </button>
      )}
      <Names id="routers" entries={routers} />
    </details>
  )
}

function Fields({ names, fields, complaint, set }: Props & { names: readonly Detail[] }) {
  const say = usePageWords()
  return (
    <div class="fields">
      {names.map((name) => {
        const [id, isWrong] = [`reach-${name}`, complaint?.field === name]
        return (
          <div key={name} class={isWrong ? 'field field-wrong' : 'field'}>
            <label for={id}>{say(LABELS[name])}</label>
            <input
              id={id}
              value={fields[name] ?? ''}
              autocomplete="off"
              spellcheck={false}
              list={name === 'routerBrand' ? 'routers' : undefined}
              aria-invalid={isWrong}
              aria-describedby={`${id}-error ${id}-hint`}
              onInput={({ currentTarget }) => set(name, currentTarget.value)}
            />
            <p id={`${id}-error`} class="error small" data-code={isWrong ? complaint?.code : undefined}>
              {isWrong ? complaint?.text : null}
            </p>
            <p id={`${id}-hint`} class="quiet small">
              {say(`${LABELS[name]}-hint`)}
            </p>
          </div>
        )
      })}
    </div>
  )
}
