import type { Reachability } from '../answers.ts'
import { frameText } from '../frame.text.ts'
import { Icon } from '../icon.tsx'
import { MARK_ICONS } from '../mark.ts'
import { Prose } from '../prose.tsx'
import { useSay } from '../words.ts'

type Family = Reachability['families'][number]

/** Returns IPv4 first, wherever the request came from: it is what most people connect over. */
export function byVersion(families: readonly Family[]): Family[] {
  return families.toSorted((one, other) => one.ipVersion - other.ipVersion)
}

const MARKS = { reachable: 'good', 'not-needed': 'good', blocked: 'bad', 'cannot-tell': 'unknown' } as const

/** Renders the verdict of each family side by side, IPv4 first, and what that means for others. */
export function Families({ answer: { families, clients } }: { answer: Reachability }) {
  const say = useSay(frameText)
  const sorted = byVersion(families)
  if (sorted.length < 2)
    return sorted[0]?.ipVersion === 6 ? (
      <p class="small">
        <Prose text={say('families.only-6')} />
      </p>
    ) : null
  return (
    <>
      <div class="families">
        {sorted.map(({ ipVersion, ip, verdict, headline }) => {
          const mark = MARKS[verdict]
          return (
            <section key={ip} class={`family head-${mark}`}>
              <h3>
                <span class="head-mark">
                  <Icon name={MARK_ICONS[mark]} />
                </span>
                {`IPv${ipVersion}`} <span class="quiet small">{say(`families.${verdict}`)}</span>
              </h3>
              <p class="mono small">{ip}</p>
              <p class="small">
                <Prose text={headline.replace(/^IPv[46]: /, '')} />
              </p>
            </section>
          )
        })}
      </div>
      {clients === null ? null : <p>{say(`clients.${clients}`)}</p>}
    </>
  )
}
