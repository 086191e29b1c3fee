import type { DnsRecord } from './message.ts'
import type { RecordType } from './rdata.ts'
import type { Name } from './reader.ts'

/** The chain of the CNAME records of an answer. */
export interface Chain {
  readonly records: readonly DnsRecord[]
  /** The last name, in lower case. */
  readonly end: string
  /** "loops": back to a name that was passed. "leaves": to a name of a local network, after which nothing is looked at. */
  readonly outcome: 'ends' | 'loops' | 'leaves'
}

/** Follows the CNAME records that start at a name, in whatever order they came. */
export function followCnames(
  answers: readonly DnsRecord[],
  name: string,
  type: RecordType,
  isLocal: (name: string) => boolean,
): Chain {
  const cnames = new Map(answers.filter((record) => record.type === 'CNAME').map((record) => [record.key, record]))
  const records: DnsRecord[] = []
  const passed = new Set<DnsRecord>()
  let end = name.toLowerCase()
  for (;;) {
    const cname = type === 'CNAME' ? undefined : cnames.get(end)
    if (!cname) return { records, end, outcome: 'ends' }
    if (passed.has(cname)) return { records, end, outcome: 'loops' }
    passed.add(cname)
    records.push(cname)
    end = targetOf(cname).lower
    if (isLocal(end)) return { records, end, outcome: 'leaves' }
  }
}

const ROOT: Name = { text: '', lower: '' }

/** Returns the name that a record with a single name contains. */
export function targetOf({ rdata: { names } }: DnsRecord): Name {
  return names[0] ?? ROOT
}
