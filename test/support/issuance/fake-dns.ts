import type { Asking } from '../../../src/issuance/records.ts'
import { type Answer, noAnswer } from '../../../src/net/dns/answer.ts'
import type { DnssecVerdict } from '../../../src/net/dns/index.ts'
import type { DnsRecord } from '../../../src/net/dns/message.ts'
import type { RecordType } from '../../../src/net/dns/rdata.ts'
import type { ServerAnswer } from '../../../src/net/dns/servers.ts'
import { admitFoundName } from '../../../src/policy/admit-name.ts'
import type { QueryName } from '../../../src/policy/target.ts'
import { blocksOf, rulesOf } from '../policy/rules.ts'

export const RULES = rulesOf({ allow: blocksOf('198.18.0.0/15') })

export type Known = Partial<Answer> & { readonly dnssec?: DnssecVerdict }

export function answer(known: Partial<Answer>): Answer {
  return { ...noAnswer('no-such-record'), status: 'nodata', server: '192.0.2.53', ...known }
}

/** Returns an answer with records, each as in a zone file. */
export function withRecords(type: string, key: string, ...values: string[]): Known {
  const records = values.map((value): DnsRecord => {
    const name = value.replace(/\.$/, '')
    return { name: key, key, type, ttl: 60, rdata: { data: {}, value, normalised: value, names: [{ text: name, lower: name }] } }
  })
  return { status: 'noerror', reason: null, records, values }
}

export const FAILED: Known = { status: 'servfail', reason: 'server-failure' }
export const SILENT: Known = { status: 'timeout', reason: 'no-answer' }
export const NO_SUCH_NAME: Known = { status: 'nxdomain', reason: 'no-such-name' }

/** A world of names: the answer to each question ("example.com CAA"), the zones that are known, and the answers of their servers. */
interface World {
  readonly answers?: Record<string, Known>
  readonly zones?: Record<string, readonly string[]>
  readonly servers?: Record<string, Partial<ServerAnswer>>
}

interface FakeDns extends Asking {
  /** Every question, in order. */
  readonly asked: string[]
}

/** Returns names that are known without a network. */
export function fakeDns({ answers = {}, zones = {}, servers = {} }: World): FakeDns {
  const asked: string[] = []
  const look = (name: QueryName, type: RecordType): Known => {
    asked.push(`${name.ascii} ${type}`)
    return answers[`${name.ascii} ${type}`] ?? {}
  }
  return {
    asked,
    found: (name) => admitFoundName(name, RULES),
    async lookupChecked(name, type) {
      const { dnssec = 'insecure', ...known } = look(name, type)
      return { answer: answer(known), dnssec }
    },
    async zoneOf(name) {
      const below: Answer[] = []
      for (const at of name.lineage()) {
        const hosts = zones[at.ascii]
        if (hosts) return { apex: at.ascii, hosts, below }
        below.push(answer(look(at, 'NS')))
      }
      return { apex: null, hosts: [], below }
    },
    async askEach(hosts, name, type) {
      asked.push(...hosts.map((host) => `@${host} ${name.ascii} ${type}`))
      return hosts.map((host) => ({ host, addresses: [], address: null, state: 'answers', reason: null, ...servers[host] }))
    },
  }
}
