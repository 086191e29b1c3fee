import type { Say } from '../../../../contract/text.ts'
import type { HeaderList, ToolAnswers } from '../answers.ts'
import { waysText } from '../ways.text.ts'
import { useSay } from '../words.ts'
import { inMs } from './span.ts'
import type { Station } from './stations.ts'
import { Path, WherePath } from './where.tsx'

type Service = ToolAnswers['public-service-check']
type Trust = Pick<NonNullable<HeaderList['tls']>, 'authorized' | 'protocol' | 'error'>
type Words = Say<typeof waysText.en>

/** Renders what was asked one after the other, up to the first that did not answer: name, port, HTTP, certificate. */
export function ServiceResult({ answer }: { answer: Service }) {
  const say = useSay(waysText)
  const { resolved, where } = answer
  return (
    <>
      <Path label={say('service.title')} stations={serviceStations(answer, say)} />
      {where && resolved.address !== null ? (
        <>
          <h3>{say('path.title')}</h3>
          <WherePath ip={resolved.address} where={where} />
        </>
      ) : null}
    </>
  )
}

/** Returns a box for each thing that was asked. */
export function serviceStations(answer: Service, say: Words): Station[] {
  const { target, unicodeTarget = target, port, resolved, tcp, http } = answer
  const isAddress = resolved.addresses[0] === target
  return [
    ...(isAddress ? [] : [{ ...nameOf(resolved, say), address: unicodeTarget }]),
    portOf({ port, tcp, address: resolved.address }, say),
    ...(http ? httpOf(http, say) : []),
  ]
}

function nameOf({ status, addresses, omitted }: Service['resolved'], say: Words): Station {
  const name = say('at.name')
  const count = addresses.length + omitted
  if (count > 0) return { mark: 'ok', name, seen: count === 1 ? say('name.one') : say('name.several', { count }) }
  const isMissing = status === 'nxdomain' || status === 'nodata'
  return { mark: isMissing ? 'problem' : 'unknown', name, seen: say(`name.${status}`) }
}

const PORT_MARKS = { open: 'ok', closed: 'problem', refused: 'problem', timeout: 'unknown', error: 'unknown' } as const

function portOf({ port, tcp, address }: Pick<Service, 'port' | 'tcp'> & { address: string | null }, say: Words): Station {
  const name = say('at.port', { port })
  if (!tcp) return { mark: 'waiting', name, seen: say('is.not-asked') }
  const seen =
    tcp.status === 'open' && tcp.latencyMs !== null
      ? say('port.open-after', { ms: inMs(tcp.latencyMs) })
      : say(`port.${tcp.status}`)
  return { mark: PORT_MARKS[tcp.status], name, seen, ...(address !== null && { address }) }
}

function httpOf({ scheme, ok, status, server, location, error, tls }: NonNullable<Service['http']>, say: Words): Station[] {
  const failed = error === null ? say('http.silent') : say('http.silent-because', { reason: error })
  const answered = status === null ? failed : [status, ...(server === null ? [] : [server])].join(' · ')
  const seen = location === null ? answered : `${answered} → ${location}`
  const asked: Station = { mark: ok ? 'ok' : 'problem', name: scheme === 'https' ? 'HTTPS' : 'HTTP', seen }
  if (!tls) return [asked]
  return [{ mark: tls.authorized ? 'ok' : 'problem', name: say('at.certificate'), seen: trustOf(tls, say) }, asked]
}

/** Returns whether clients trust a certificate, and over which protocol it came. */
export function trustOf({ authorized, protocol, error }: Trust, say: Words): string {
  if (authorized) return say('tls.trusted', { protocol })
  return error === null ? say('tls.untrusted') : say('tls.untrusted-because', { reason: error })
}
