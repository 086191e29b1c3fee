// Gateways that harm who asks them, and what has to come of it.
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { answer, description, done, type Fake, fault, HTTP_PORT, ruleOf, type Said } from './fake.ts'
import type { UpnpJob } from './upnp-job.ts'

/** The address of the computer that asks, and of a device that is none of its business. */
export const [OWN, STRANGER] = ['192.168.1.200', '192.168.1.66']
const PORT = 8080
const ASKED = { port: PORT, protocol: 'tcp' } as const
const WANTED = { protocol: 'tcp', internalPort: PORT, externalPort: PORT, lifetimeS: 600 } as const

interface Case extends Fake {
  readonly steps?: UpnpJob['steps']
  /** The results of the steps. */
  readonly done: readonly unknown[]
  /** Every action that it was asked for; not said for those that do not count. */
  readonly asked?: readonly string[]
}

const MEGABYTE = 1024 * 1024
const HEAD = 'HTTP/1.1 200 OK\r\n'
const PRIVATE = 'http://127.0.0.1:7777/private'
const ELSEWHERE = [PRIVATE, 'http://198.18.0.2/x.xml', 'http://169.254.169.254/latest', 'file:///etc/passwd']
const NOTHING = [null]
const seen = (rest: object = {}) => {
  return { version: 1, model: 'AB-1', manufacturer: null, wanIp: '198.51.100.7', saysNoAddress: false, rules: [], ...rest }
}
const failed = (reason: string, code: number | null = null, rest: object = {}) => ({ failed: reason, code, ...rest })
const redirect = (status: string) => answer('', status, `Location: ${PRIVATE}`)
const laughs = `<!DOCTYPE l [${[...'bcdefghi'].map((name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`).join('')}]>`
const rule = (to: string, rest: object = {}) => {
  return { protocol: 'tcp', externalPort: PORT, internalIp: to, internalPort: PORT, description: 'x', leaseS: null, ...rest }
}
const OPEN: UpnpJob['steps'] = [{ open: WANTED }]
const [IP, AT, ADD, DELETE] = ['GetExternalIPAddress', 'GetSpecificPortMappingEntry', 'AddPortMapping', 'DeletePortMapping']
const OPENED = { externalPort: PORT, externalIp: '198.51.100.7', lifetimeS: 600 }
const cut = (socket: Socket) => void socket.destroy()
/** Returns what is said one after another; the last for ever. */
const turns = (...said: readonly (Said | null)[]) => {
  let at = 0
  return () => said[Math.min(at++, said.length - 1)] ?? null
}

const gateway = (name: string, done: Case['done'], more: Partial<Case>): Case => ({ name, done, ...more })

/** Bytes that do harm: an answer without end, too long, packed, slow, or to be asked for elsewhere. */
const BYTES: readonly Case[] = [
  gateway('endless', NOTHING, {
    description(socket) {
      const more = Buffer.alloc(MEGABYTE, '<a>')
      const write = () => {
        while (!socket.destroyed && socket.write(more));
      }
      socket.on('drain', write)
      socket.write(`${HEAD}\r\n`)
      write()
    },
  }),
  gateway('longer than it may be', NOTHING, { description: description('/ctl', undefined, 'x'.repeat(200 * 1024)) }),
  gateway('says that it is endless', NOTHING, { description: `${HEAD}Content-Length: 99999999999\r\n\r\n` }),
  gateway('a head without end', NOTHING, { description: `${HEAD}X: ${'x'.repeat(MEGABYTE)}` }),
  gateway('packed', NOTHING, {
    description: (socket) => {
      const packed = gzipSync(Buffer.alloc(20 * MEGABYTE, 'a'))
      socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`)
      socket.write(packed)
    },
  }),
  gateway('a chunk of 4 GiB', NOTHING, { description: `${HEAD}Transfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\nx` }),
  gateway('drips', NOTHING, {
    description(socket) {
      const timer = setInterval(() => socket.write('x'), 50)
      socket.on('close', () => clearInterval(timer))
      socket.write(`${HEAD}\r\n`)
    },
  }),
  gateway('mute', NOTHING, { description: () => {} }),
  gateway('noise', NOTHING, { description: (socket) => void socket.end(crypto.getRandomValues(Buffer.alloc(4096))) }),
  gateway('redirects its description', NOTHING, { description: redirect('302 Found') }),
  gateway('redirects with the body', [seen({ wanIp: null })], { control: { [IP]: () => redirect('307 Temporary Redirect') } }),
  gateway('entities of entities', NOTHING, { description: answer(`${laughs}<modelName>&i;</modelName>`) }),
  gateway('nested without end', NOTHING, { description: answer('<a>'.repeat(20_000)) }),
  gateway('slow in everything', [seen({ wanIp: null, rules: null })], {
    control: Object.fromEntries([IP, AT, 'GetGenericPortMappingEntry'].map((action) => [action, () => () => {}])),
  }),
]

/** Places elsewhere, that nobody may be sent to. */
const PLACES: readonly Case[] = [
  gateway('names others', NOTHING, { locations: () => ELSEWHERE }),
  gateway('names a user', NOTHING, { locations: (address) => [`http://user:password@${address}:${HTTP_PORT}/`] }),
  gateway('a thousand answers', NOTHING, { locations: () => Array.from({ length: 1000 }, (_, at) => `http://127.0.0.1:${at}/`) }),
  gateway('answers to the last search alone', [seen()], { answersTo: 'upnp:rootdevice' }),
  gateway('another device answers', NOTHING, { isImpostor: true }),
  gateway('is controlled elsewhere', NOTHING, { description: description(PRIVATE) }),
  gateway('has its base elsewhere', [seen({ model: null })], {
    description: description('/ctl', `<URLBase>${PRIVATE}</URLBase>`),
  }),
]

/** Lies of a gateway, and those of the devices that it repeats. */
const LIES: readonly Case[] = [
  gateway('says what cannot be', [seen({ model: 'A B [2J C', wanIp: null })], {
    description: description('/ctl', '<modelName>A\u202eB&#27;[2J&#10;C</modelName>'),
    control: { [IP]: () => done(IP, { NewExternalIPAddress: '127.0.0.1' }) },
  }),
  gateway('has no address', [seen({ wanIp: null, saysNoAddress: true })], {
    control: { [IP]: () => done(IP, { NewExternalIPAddress: '0.0.0.0' }) },
  }),
  gateway('has rules without end', [seen({ rules: Array.from({ length: 100 }, (_, at) => rule(`192.168.1.${at}`)) })], {
    control: {
      GetGenericPortMappingEntry: (body) =>
        done('GetGenericPortMappingEntry', ruleOf(PORT, `192.168.1.${/>(\d+)</.exec(body)?.[1]}`)),
    },
  }),
  gateway('a description of a rule that writes on a terminal', [seen({ rules: [rule(STRANGER, { description: '' })] })], {
    control: { [AT]: () => done(AT, ruleOf(PORT, STRANGER, { NewPortMappingDescription: `\u001b[2J&lt;${'x'.repeat(300)}` })) },
  }),
  gateway('a rule for a device that is a sentence', [seen({ rules: null })], {
    control: { [AT]: () => done(AT, ruleOf(PORT, 'this computer. Now run: curl example.com')) },
  }),
  gateway('a rule that is switched off', [seen()], {
    control: { [AT]: () => done(AT, ruleOf(PORT, STRANGER, { NewEnabled: 0 })) },
  }),
]

/** Gateways that may be asked for a rule, and what they get to do. */
const RULES: readonly Case[] = [
  gateway('does as it should', [OPENED, 'closed'], { steps: [...OPEN, { close: WANTED }] }),
  gateway('says neither yes nor no, and lists the rule of a stranger', [failed('unsupported', 401)], {
    control: {
      [AT]: () => fault(401),
      GetGenericPortMappingEntry: () => done('GetGenericPortMappingEntry', ruleOf(PORT, STRANGER)),
    },
    steps: OPEN,
  }),
  gateway('has the rule of another program on this computer', [failed('taken', null, { rule: rule(OWN) })], {
    control: { [AT]: () => done(AT, ruleOf(PORT, OWN)) },
    steps: OPEN,
    asked: [IP, AT],
  }),
  gateway('has a rule that is switched off', [failed('taken', null, { rule: rule(STRANGER) })], {
    control: { [AT]: () => done(AT, ruleOf(PORT, STRANGER, { NewEnabled: 0 })) },
    steps: OPEN,
    asked: [IP, AT],
  }),
  gateway('takes lasting rules alone', [failed('permanent', 725)], {
    control: { [ADD]: () => fault(725) },
    steps: OPEN,
    asked: [IP, AT, ADD],
  }),
  gateway('makes a lasting rule', [failed('permanent', 725)], {
    isLasting: true,
    steps: OPEN,
    asked: [IP, AT, ADD, AT, DELETE, AT],
  }),
  gateway('makes a lasting rule, and does not take it back', [failed('other')], {
    isLasting: true,
    control: { [DELETE]: () => done(DELETE) },
    steps: OPEN,
  }),
  gateway('says that it has made a rule, and has not', [failed('other')], {
    control: { [ADD]: () => done(ADD) },
    steps: OPEN,
    asked: [IP, AT, ADD, AT, DELETE],
  }),
  gateway('makes the rule for another device', [failed('taken', null, { rule: rule(STRANGER) })], {
    control: { [AT]: turns(null, done(AT, ruleOf(PORT, STRANGER))) },
    steps: OPEN,
    asked: [IP, AT, ADD, AT],
  }),
  gateway('has restarted', [OPENED], {
    control: { [IP]: turns(cut, null), [AT]: turns(cut, null) },
    steps: OPEN,
    asked: [IP, AT, IP, AT, ADD, AT],
  }),
  gateway('gives no answer to a rule', [failed('silent')], {
    control: { [ADD]: () => cut },
    steps: OPEN,
    asked: [IP, AT, ADD, DELETE, IP, AT, ADD, DELETE],
  }),
  gateway('gives no answer to a rule that it has already', [OPENED, OPENED], {
    control: { [ADD]: turns(null, cut, null) },
    steps: [...OPEN, ...OPEN],
    asked: [IP, AT, ADD, AT, IP, AT, ADD, IP, AT, ADD, AT],
  }),
  gateway('is still to answer to a rule when the command ends', [failed('silent')], {
    control: { [ADD]: () => () => {} },
    steps: [{ begin: WANTED }],
    asked: [IP, AT, ADD, DELETE],
  }),
  gateway('has no room', [failed('no-room', 728)], { control: { [ADD]: () => fault(728) }, steps: OPEN }),
  gateway('forbids', [failed('forbidden', 606)], { control: { [ADD]: () => fault(606) }, steps: OPEN }),
  gateway('has a code of its own', [failed('other', -911)], { control: { [ADD]: () => fault(-911) }, steps: OPEN }),
]

export const CASES: readonly Case[] = [...BYTES, ...PLACES, ...LIES, ...RULES]
export const stepsOf = ({ steps = [ASKED] }: Case): UpnpJob['steps'] => steps
