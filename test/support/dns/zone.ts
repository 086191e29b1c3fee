// A name server for tests that run anywhere: real messages over UDP and TCP on loopback, from a table of records. The lab has real programs.
import dnsPacket, { type Answer, type SoaData } from 'dns-packet'
import { type FaultDns, startFaultDns } from './fault.ts'

const NXDOMAIN = 3
const CNAMES_MAX = 8
const SOA: SoaData = {
  mname: 'ns1.zone.test',
  rname: 'hostmaster.zone.test',
  serial: 1,
  refresh: 3600,
  retry: 600,
  expire: 604_800,
  minimum: 60,
}

/** Starts a resolver that knows these records and no others: it follows aliases, and cuts over UDP what is longer than a client takes. */
export function startZone(records: readonly Answer[]): Promise<FaultDns> {
  return startFaultDns(({ bytes, overTcp }, back) => {
    const { id, questions = [], additionals = [] } = dnsPacket.decode(bytes)
    const [question] = questions
    if (!question) return
    const answers = answersTo(records, question.name, question.type)
    const isKnown = answers.length > 0 || records.some(({ name }) => name === question.name.toLowerCase())
    const flags = dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE
    const reply = {
      type: 'response' as const,
      id: id ?? 0,
      flags: isKnown ? flags : flags | NXDOMAIN,
      questions,
      answers,
      authorities: answers.length > 0 ? [] : [{ type: 'SOA' as const, name: 'zone.test', ttl: 60, data: SOA }],
    }
    const whole = dnsPacket.encode(reply)
    const [opt] = additionals.filter((one) => one.type === 'OPT')
    const isCut = !overTcp && whole.length > (opt?.udpPayloadSize ?? 512)
    back.send(isCut ? dnsPacket.encode({ ...reply, flags: flags | dnsPacket.TRUNCATED_RESPONSE, answers: [] }) : whole)
  })
}

function answersTo(records: readonly Answer[], asked: string, type: string): Answer[] {
  const found: Answer[] = []
  let name = asked.toLowerCase()
  for (let followed = 0; followed < CNAMES_MAX; followed++) {
    const here = records.filter((record) => record.name === name)
    const alias = here.find((record) => record.type === 'CNAME')
    if (!alias || type === 'CNAME') return [...found, ...here.filter((record) => record.type === type)]
    found.push(alias)
    name = String('data' in alias ? alias.data : '')
  }
  return found
}

/** Returns the value of `--resolvers` for three of them. */
export function threeResolvers(...servers: readonly FaultDns[]): string {
  const at = (index: number) => (servers[index] ?? servers[0])?.endpoint
  return ['a', 'b', 'c'].map((id, index) => `${id}=${at(index)?.address}:${at(index)?.port}`).join()
}
