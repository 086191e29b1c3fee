// A name server for the lab of the examples, so that no other program is needed: `names-job.ts zone|resolver ZONES ADDRESS...`.
// A zone's own server says so (AA); a resolver knows these zones and nothing else. Real ones are tested in test/lab.
import { createSocket } from 'node:dgram'
import dnsPacket, { type Answer, type DecodedPacket } from 'dns-packet'

const [, , role = '', zones = '{}', ...addresses] = process.argv
const PORT = 53
const NXDOMAIN = 3
const TTL = 300
const NEGATIVE_TTL = 60

// A seam: records as lab.ts writes them, by zone.
const records = Object.values(JSON.parse(zones) as Record<string, Answer[]>).flat()
const zoneNames = Object.keys(JSON.parse(zones))

const isWithin = (name: string, zone: string) => name === zone || name.endsWith(`.${zone}`)

function answerTo({ id = 0, questions = [] }: DecodedPacket): Buffer {
  const [question] = questions
  if (!question) return Buffer.alloc(0)
  const asked = question.name.toLowerCase()
  const zone = zoneNames.find((one) => isWithin(asked, one))
  const answers = records.filter(({ name, type }) => name === asked && type === question.type)
  const isThere = records.some(({ name }) => isWithin(name, asked))
  const flags = (role === 'zone' ? dnsPacket.AUTHORITATIVE_ANSWER : dnsPacket.RECURSION_AVAILABLE) | dnsPacket.RECURSION_DESIRED
  return dnsPacket.encode({
    type: 'response',
    id,
    flags: flags | (zone && isThere ? 0 : NXDOMAIN),
    questions,
    answers: answers.map((answer) => ({ ttl: TTL, ...answer })),
    authorities: zone && answers.length === 0 ? [startOf(zone)] : [],
    additionals: [
      { type: 'OPT', name: '.', udpPayloadSize: 1232, flags: 0, extendedRcode: 0, ednsVersion: 0, flag_do: false, options: [] },
    ],
  })
}

function startOf(zone: string): Answer {
  const timing = { serial: 1, refresh: 3600, retry: 600, expire: 604_800, minimum: NEGATIVE_TTL }
  return {
    type: 'SOA',
    name: zone,
    ttl: NEGATIVE_TTL,
    data: { mname: 'ns.example.com', rname: 'hostmaster.example.com', ...timing },
  }
}

for (const address of addresses) {
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address: client }) => socket.send(answerTo(dnsPacket.decode(message)), port, client))
  socket.bind(PORT, address)
}
