import { placeIn } from '../../../../contract/place.ts'
import type { ToolAnswers } from '../answers.ts'
import { namesText } from '../names.text.ts'
import { UNTRANSLATED } from '../untranslated.ts'
import { useLocale, useSay } from '../words.ts'
import { WorldMap } from '../world-map.tsx'
import { Facts } from './facts.tsx'
import { DataDetails } from './ip.tsx'

type IpLocation = ToolAnswers['ip-location']

/** Renders the place of an address on the map, and how sure it is. */
export function LocationResult({ answer }: { answer: IpLocation }) {
  const say = useSay(namesText)
  const place = placeIn(answer, useLocale())
  const { coordinates, timezone, asn, organization, city, region } = answer
  const network = [organization, asn === null ? null : `AS${asn}`].filter((part) => part !== null).join(', ')
  return (
    <>
      {coordinates && place !== null ? <WorldMap label={say('ip.map', { place })} marks={[coordinates]} /> : null}
      {place === null ? null : (
        <p class="quiet small">{say(city === null && region === null ? 'ip.only-country' : 'ip.roughly')}</p>
      )}
      <Facts
        facts={[
          [say('ip.timezone'), timezone && <span {...UNTRANSLATED}>{timezone.replaceAll('_', ' ')}</span>],
          [say('ip.coordinates'), coordinates && <Degrees {...coordinates} />],
          [say('ip.network'), network],
        ]}
      />
      <DataDetails answer={answer} />
    </>
  )
}

/** Renders coordinates as maps write them, no finer than they are known. */
function Degrees({ latitude, longitude }: { latitude: number; longitude: number }) {
  const say = useSay(namesText)
  const shown = (degrees: number) => Math.abs(degrees).toFixed(1)
  return (
    <>
      {say('degrees', {
        latitude: shown(latitude),
        ns: say(latitude < 0 ? 'south' : 'north'),
        longitude: shown(longitude),
        ew: say(longitude < 0 ? 'west' : 'east'),
      })}
    </>
  )
}
