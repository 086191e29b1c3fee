import { useEffect, useState } from 'preact/hooks'
import { placeIn } from '../../../contract/written.ts'
import type { PageState, Visitor } from './answers.ts'
import { useList } from './ask.ts'
import { CopyButton, Facts } from './parts.tsx'
import { UNTRANSLATED, useLocale, usePageWords } from './words.ts'
import { WorldMap } from './world-map.tsx'

/** Renders what the page is for, the visitor's address, its network and its place, and how sure that is. */
export function You({ visitor, origins, isAtHome }: Pick<PageState, 'visitor' | 'origins' | 'isAtHome'>) {
  const say = usePageWords()
  const { latitude, longitude, scope } = visitor
  const place = placeIn(visitor, useLocale())
  const isPublic = scope === 'public'
  const marks = latitude === null || longitude === null ? [] : [{ latitude, longitude }]
  const label = marks.length > 0 && place !== null ? say('you.map', { place }) : say('you.map-empty')
  return (
    <section class={isAtHome ? 'you you-home' : 'you'} aria-labelledby="you">
      {isAtHome ? null : <WorldMap label={label} ways={[marks]} />}
      <div class="you-text">
        <p class="purpose">{say(isAtHome ? 'at-home.purpose' : 'purpose')}</p>
        <h1 id="you" class="eyebrow">
          {isPublic ? say('you.address') : say('you.not-public')}
        </h1>
        <Address ip={visitor.ip} />
        <OtherFamily visitor={visitor} origins={origins} />
        {isPublic ? <Known visitor={visitor} place={place} /> : null}
        {isPublic || isAtHome ? null : <p class="quiet">{say('you.nowhere')}</p>}
      </div>
    </section>
  )
}

function Address({ ip }: { ip: string }) {
  return (
    <p class={ip.includes(':') ? 'address address-long' : 'address'}>
      <span {...UNTRANSLATED}>
        {ip.split(/(?<=:)/).flatMap((group, index) => (index === 0 ? [group] : [<wbr key={index} />, group]))}
      </span>
      <CopyButton text={ip} what={ip} />
    </p>
  )
}

function OtherFamily({ visitor, origins }: Pick<PageState, 'visitor' | 'origins'>) {
  const say = usePageWords()
  const other = useOtherFamily(visitor, origins)
  if (origins.length === 0) return null
  // Both lines are there from the start, so that nothing moves when the address comes.
  return (
    <p class="other quiet">
      {say('you.other')}
      <span class={other === NONE ? '' : 'mono'}>
        {other === NONE ? say('you.other-none', { version: visitor.ipVersion === 4 ? 6 : 4 }) : (other ?? '…')}
      </span>
    </p>
  )
}

function Known({ visitor, place }: { visitor: Visitor; place: string | null }) {
  const say = usePageWords()
  const { asn, organization, timezone, city, region, dataDate } = visitor
  const sure = place === null ? 'you.as-of' : city === null && region === null ? 'you.sure-country' : 'you.sure'
  return (
    <>
      <Facts
        look="facts"
        facts={[
          [
            say('you.network'),
            <>
              {organization ?? say('status.unknown')}
              {asn === null ? null : <span class="quiet"> AS{asn}</span>}
            </>,
          ],
          [say('you.place'), place ?? say('status.unknown')],
          [say('you.timezone'), timezone && <span {...UNTRANSLATED}>{timezone.replaceAll('_', ' ')}</span>],
        ]}
      />
      <p class="quiet small">{say(sure, { date: dataDate.slice(0, '2026-06-05'.length) })}</p>
    </>
  )
}

/** Returns the visitor in the language of the page: names of places are requested again when it changes. */
export function useVisitor({ locale, visitor }: Pick<PageState, 'locale' | 'visitor'>): Visitor {
  return useList<Visitor>('api/ip/json', useLocale() !== locale) ?? visitor
}

/** Stands in place of an address of the other family when none was seen. */
const NONE = 'none'
/** The longest wait for another origin: it is one short request. */
const OTHER_MS = 8000

/**
 * Returns the visitor's address in the other family, from the first other origin of this server that is reached over it; null until then,
 * and `NONE` when all of them have answered or failed.
 */
function useOtherFamily({ ip, ipVersion }: Visitor, origins: readonly string[]): string | null {
  const [other, setOther] = useState<string | null>(null)
  useEffect(() => {
    let isWanted = true
    const seen = origins
      .filter((origin) => origin !== location.origin)
      .map(async (origin) => {
        const reply = await fetch(`${origin}/api/ip`, { signal: AbortSignal.timeout(OTHER_MS) })
        const address = (await reply.text()).trim()
        const version = address.includes(':') ? 6 : 4
        if (isWanted && reply.ok && version !== ipVersion) setOther(address)
      })
    void Promise.allSettled(seen).then(() => isWanted && setOther((last) => last ?? NONE))
    return () => {
      isWanted = false
    }
  }, [ip])
  return other
}
