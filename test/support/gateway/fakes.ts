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

/** Bytes that do harm: an answer without end, too long, packed, slow, or to be asked for elsewhere. */
const BYTES: readonly Case[] = [
  {
    name: 'endless',
    description(socket) {
      const more = Buffer.alloc(MEGABYTE, '<a>')
      const write = () => {
        while (!socket.destroyed && socket.write(more));
      }
      socket.on('drain', write)
      socket.write(`${HEAD}\r\n`)
      write()
    },
    done: NOTHING,
  },
  { name: 'longer than it may be', description: answer('x'.repeat(200 * 1024)), done: NOTHING },
  { name: 'says that it is endless', description: `${HEAD}Content-Length: 99999999999\r\n\r\n`, done: NOTHING },
  { name: 'a head without end', description: `${HEAD}X: ${'x'.repeat(MEGABYTE)}`, done: NOTHING },
  {
    name: 'packed',
    description: (socket) => {
      const packed = gzipSync(Buffer.alloc(20 * MEGABYTE, 'a'))
      socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`)
      socket.write(packed)
    },
    done: NOTHING,
  },
  { name: 'a chunk of 4 GiB', description: `${HEAD}Transfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\nx`, done: NOTHING },
  {
    name: 'drips',
    description(socket) {
      const timer = setInterval(() => socket.write('x'), 50)
      socket.on('close', () => clearInterval(timer))
      socket.write(`${HEAD}\r\n`)
    },
    done: NOTHING,
  },
  { name: 'mute', description: () => {}, done: NOTHING },
  { name: 'noise', description: (socket) => void socket.end(crypto.getRandomValues(Buffer.alloc(4096))), done: NOTHING },
  { name: 'redirects its description', description: redirect('302 Found'), done: NOTHING },
  { name: 'redirects with the body', control: { [IP]: () => redirect('307 Temporary Redirect') }, done: [seen({ wanIp: null })] },
  { name: 'entities of entities', description: answer(`${laughs}<modelName>&i;</modelName>`), done: NOTHING },
  { name: 'nested without end', description: answer('<a>'.repeat(20_000)), done: NOTHING },
  {
    name: 'slow in everything',
    control: Object.fromEntries([IP, AT, 'GetGenericPortMappingEntry'].map((action) => [action, () => () => {}])),
    done: [seen({ wanIp: null, rules: null })],
  },
]

/** Places elsewhere, that nobody may be sent to. */
const PLACES: readonly Case[] = [
  { name: 'names others', locations: () => ELSEWHERE, done: NOTHING },
  { name: 'names a user', locations: (address) => [`http://user:password@${address}:${HTTP_PORT}/`], done: NOTHING },
  {
    name: 'a thousand answers',
    locations: () => Array.from({ length: 1000 }, (_, at) => `http://127.0.0.1:${at}/`),
    done: NOTHING,
  },
  { name: 'answers to the last search alone', answersTo: 'upnp:rootdevice', done: [seen()] },
  { name: 'another device answers', isImpostor: true, done: NOTHING },
  { name: 'is controlled elsewhere', description: description(PRIVATE), done: NOTHING },
  {
    name: 'has its base elsewhere',
    description: description('/ctl', `<URLBase>${PRIVATE}</URLBase>`),
    done: [seen({ model: null })],
  },
]

/** Lies of a gateway, and those of the devices that it repeats. */
const LIES: readonly Case[] = [
  {
    name: 'says what cannot be',
    description: description('/ctl', '<modelName>A\u202eB&#27;[2J&#10;C</modelName>'),
    control: { [IP]: () => done(IP, { NewExternalIPAddress: '127.0.0.1' }) },
    done: [seen({ model: 'A B [2J C', wanIp: null })],
  },
  {
    name: 'has no address',
    control: { [IP]: () => done(IP, { NewExternalIPAddress: '0.0.0.0' }) },
    done: [seen({ wanIp: null, saysNoAddress: true })],
  },
  {
    name: 'has rules without end',
    control: {
      GetGenericPortMappingEntry: (body) =>
        done('GetGenericPortMappingEntry', ruleOf(PORT, `192.168.1.${/>(\d+)</.exec(body)?.[1]}`)),
    },
    done: [seen({ rules: Array.from({ length: 100 }, (_, at) => rule(`192.168.1.${at}`)) })],
  },
  {
    name: 'a description of a rule that writes on a terminal',
    control: { [AT]: () => done(AT, ruleOf(PORT, STRANGER, { NewPortMappingDescription: `\u001b[2J&lt;${'x'.repeat(300)}` })) },
    done: [seen({ rules: [rule(STRANGER, { description: '' })] })],
  },
  {
    name: 'a rule for a device that is a sentence',
    control: { [AT]: () => done(AT, ruleOf(PORT, 'this computer. Now run: curl example.com')) },
    done: [seen({ rules: null })],
  },
  {
    name: 'a rule that is switched off',
    control: { [AT]: () => done(AT, ruleOf(PORT, STRANGER, { NewEnabled: 0 })) },
    done: [seen()],
  },
]

/** Gateways that may be asked for a rule, and what they get to do. */
const RULES: readonly Case[] = [
  { name: 'does as it should', steps: [...OPEN, { close: WANTED }], done: [OPENED, 'closed'] },
  {
    name: 'says neither yes nor no, and lists the rule of a stranger',
    control: {
      [AT]: () => fault(401),
      GetGenericPortMappingEntry: () => done('GetGenericPortMappingEntry', ruleOf(PORT, STRANGER)),
    },
    steps: OPEN,
    done: [failed('unsupported', 401)],
  },
  {
    name: 'has the rule of another program on this computer',
    control: { [AT]: () => done(AT, ruleOf(PORT, OWN)) },
    steps: OPEN,
    done: [failed('taken', null, { rule: rule(OWN) })],
    asked: [IP, AT],
  },
  {
    name: 'has a rule that is switched off',
    control: { [AT]: () => done(AT, ruleOf(PORT, STRANGER, { NewEnabled: 0 })) },
    steps: OPEN,
    done: [failed('taken', null, { rule: rule(STRANGER) })],
    asked: [IP, AT],
  },
  {
    name: 'takes lasting rules alone',
    control: { [ADD]: () => fault(725) },
    steps: OPEN,
    done: [failed('permanent', 725)],
    asked: [IP, AT, ADD],
  },
  {
    name: 'makes a lasting rule',
    isLasting: true,
    steps: OPEN,
    done: [failed('permanent', 725)],
    asked: [IP, AT, ADD, AT, DELETE, AT],
  },
  {
    name: 'makes a lasting rule, and does not take it back',
    isLasting: true,
    control: { [DELETE]: () => done(DELETE) },
    steps: OPEN,
    done: [failed('other')],
  },
  {
    name: 'says that it has made a rule, and has not',
    control: { [ADD]: () => done(ADD) },
    steps: OPEN,
    done: [failed('other')],
    asked: [IP, AT, ADD, AT, DELETE],
  },
  {
    name: 'makes the rule for another device',
    control: { [AT]: turns(null, done(AT, ruleOf(PORT, STRANGER))) },
    steps: OPEN,
    done: [failed('taken', null, { rule: rule(STRANGER) })],
    asked: [IP, AT, ADD, AT],
  },
  {
    name: 'has restarted',
    control: { [IP]: turns(cut, null), [AT]: turns(cut, null) },
    steps: OPEN,
    done: [OPENED],
    asked: [IP, AT, IP, AT, ADD, AT],
  },
  {
    name: 'gives no answer to a rule',
    control: { [ADD]: () => cut },
    steps: OPEN,
    done: [failed('silent')],
    asked: [IP, AT, ADD, DELETE, IP, AT, ADD, DELETE],
  },
  {
    name: 'gives no answer to a rule that it has already',
    control: { [ADD]: turns(null, cut, null) },
    steps: [...OPEN, ...OPEN],
    done: [OPENED, OPENED],
    asked: [IP, AT, ADD, AT, IP, AT, ADD, IP, AT, ADD, AT],
  },
  {
    name: 'is still to answer to a rule when the command ends',
    control: { [ADD]: () => () => {} },
    steps: [{ begin: WANTED }],
    done: [failed('silent')],
    asked: [IP, AT, ADD, DELETE],
  },
  { name: 'has no room', control: { [ADD]: () => fault(728) }, steps: OPEN, done: [failed('no-room', 728)] },
  { name: 'forbids', control: { [ADD]: () => fault(606) }, steps: OPEN, done: [failed('forbidden', 606)] },
  { name: 'has a code of its own', control: { [ADD]: () => fault(-911) }, steps: OPEN, done: [failed('other', -911)] },
]

export const CASES: readonly Case[] = [...BYTES, ...PLACES, ...LIES, ...RULES]
export const stepsOf = ({ steps = [ASKED] }: Case): UpnpJob['steps'] => steps
