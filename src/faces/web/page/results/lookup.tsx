import { Fragment } from 'preact'
import type { ToolAnswers } from '../answers.ts'
import { Wide } from '../code.tsx'
import { namesText } from '../names.text.ts'
import { toolText } from '../tool.text.ts'
import { UNTRANSLATED } from '../untranslated.ts'
import { useSay } from '../words.ts'
import { Facts } from './facts.tsx'
import { columnsOf, mailboxOf, textOf } from './records.ts'
import { spanOf } from './span.ts'

type DnsLookup = ToolAnswers['dns-lookup']
type DnsRecord = DnsLookup['records'][number]

/** Renders the records as a table, with the columns of their type. */
export function LookupResult({ answer }: { answer: DnsLookup }) {
  const [say, tool] = [useSay(namesText), useSay(toolText)]
  const { recordType, dnssec, omitted, negativeTtl, truncated, resolver, authoritative, authenticated } = answer
  const records = answer.records.filter(({ type }) => type === recordType)
  const errors = answer.extendedErrors.map(({ name, text }) => (text === null ? name : `${name}: ${text}`))
  const yes = (is: boolean) => (is ? tool('result.yes') : null)
  return (
    <>
      {dnssec === 'unknown' ? null : <p class={DNSSEC_BADGES[dnssec]}>{say(`dnssec.${dnssec}`)}</p>}
      <Aliases answer={answer} />
      {records.length === 0 ? null : recordType === 'SOA' ? <Authority records={records} /> : <Records records={records} />}
      {omitted > 0 ? <p class="small">{say('more', { count: omitted })}</p> : null}
      {truncated ? <p class="small">{say('lookup.cut')}</p> : null}
      {errors.length + (negativeTtl ?? 0) === 0 ? null : (
        <Facts
          facts={[
            [say('lookup.errors'), errors.join('; ')],
            [say('lookup.absence'), negativeTtl === null ? null : spanOf(negativeTtl, say)],
          ]}
        />
      )}
      <details>
        <summary>{tool('result.more')}</summary>
        <Facts
          facts={[
            [say('lookup.resolver'), `${resolver.name} (${resolver.address})`],
            [say('lookup.authoritative'), yes(authoritative)],
            [say('lookup.checked'), yes(authenticated)],
          ]}
        />
      </details>
    </>
  )
}

const DNSSEC_BADGES = { secure: 'badge good', insecure: 'badge quiet', bogus: 'badge' } as const

/** Renders the names on the way from the name that was asked for to the one that has the records. */
function Aliases({ answer: { domain, unicodeDomain = domain, recordType, cnameChain } }: { answer: DnsLookup }) {
  const say = useSay(namesText)
  if (cnameChain.length === 0 || recordType === 'CNAME') return null
  return (
    <p>
      <span class="quiet small block">{say('lookup.aliases')}</span>
      {[unicodeDomain, ...cnameChain].map((name, index) => (
        <Fragment key={index}>
          {index === 0 ? null : ' → '}
          <span class="mono">{name}</span>
        </Fragment>
      ))}
    </p>
  )
}

function Records({ records }: { records: readonly DnsRecord[] }) {
  const say = useSay(namesText)
  const [main, ...rest] = columnsOf(records[0]?.type ?? '')
  return (
    <Wide>
      <table class="records">
        <thead>
          <tr>
            {[main, ...rest].map(({ label }) => (
              <th key={label} scope="col">
                {say(label)}
              </th>
            ))}
            <th scope="col">{say('ttl')}</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record, index) => (
            <tr key={index}>
              <td class="long" {...UNTRANSLATED}>
                {textOf(record, main)}
              </td>
              {rest.map((column) => (
                <td key={column.label}>{column.words?.(textOf(record, column), say) ?? textOf(record, column)}</td>
              ))}
              <td>{spanOf(record.ttl, say)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

const SOA_SPANS = ['refresh', 'retry', 'expire', 'minimum'] as const

/** Renders how a zone is kept. */
function Authority({ records: [record] }: { records: readonly DnsRecord[] }) {
  const say = useSay(namesText)
  const { mname, rname, serial, ...data } = record?.data ?? {}
  return (
    <Facts
      facts={[
        [say('soa.mname'), String(mname)],
        [say('soa.rname'), mailboxOf(String(rname))],
        [say('soa.serial'), String(serial)],
        ...SOA_SPANS.map((field) => [say(`soa.${field}`), spanOf(Number(data[field]), say)] as const),
      ]}
    />
  )
}
