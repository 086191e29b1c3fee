import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fateOf, type Packet } from '../../../../../src/home/computer/firewall/fate.ts'
import { readIptables } from '../../../../../src/home/computer/firewall/iptables.ts'
import { parseAddress } from '../../../../../src/policy/address.ts'
import { ROOT } from '../../../../support/server.ts'

const OWN = parseAddress('192.168.1.10')
const PACKET: Packet = { version: 4, protocol: 'tcp', port: 8080, interface: 'eth0', own: OWN, vpn: false }
const fate = (text: string, packet: Partial<Packet> = {}) => fateOf([readIptables(text, { ...PACKET, ...packet })])
const filter = (rules: readonly string[], policy = 'DROP') =>
  `*filter\n:INPUT ${policy} [0:0]\n:FORWARD DROP [0:0]\n:own - [0:0]\n${rules.map((rule) => `-A ${rule}\n`).join('')}COMMIT\n`

describe.each([
  [4, 'ufw-iptables.txt'],
  [6, 'ufw-ip6tables.txt'],
] as const)('the rules of ufw over IPv%d', (version, file) => {
  const text = readFileSync(join(ROOT, 'test', 'fixtures', 'home', file), 'utf8')
  const own = parseAddress(version === 4 ? '192.168.1.10' : '2001:db8::10')

  test.each([
    ['a port that was let in', 'tcp', 8080, 'no'],
    ['the same over UDP', 'udp', 8080, 'yes'],
    ['a port that nobody let in', 'tcp', 25565, 'yes'],
    ['a port that only the home network may reach', 'tcp', 5000, 'yes'],
    ['one of a range', 'udp', 6007, 'no'],
    ['one after the range', 'udp', 6008, 'yes'],
    // However many connections there were a moment ago, nobody can read.
    ['a port with a limit', 'tcp', 22, 'unknown'],
  ] as const)('for %s', (_, protocol, port, blocks) => {
    expect(fate(text, { version, own, protocol, port })).toMatchObject({ blocks, isOn: true, kind: 'iptables' })
  })
})

test.each([
  ['a policy alone', [], 'yes'],
  ['every port but this', ['INPUT -p tcp -m tcp ! --dport 8080 -j ACCEPT'], 'yes'],
  ['several ports', ['INPUT -p tcp -m multiport --dports 80,8000:8090 -j ACCEPT'], 'no'],
  ['interfaces of one kind', ['INPUT -i eth+ -j ACCEPT'], 'no'],
  ['every interface but loopback', ['INPUT ! -i lo -j ACCEPT'], 'no'],
  ['another address', ['INPUT -d 192.168.1.11/32 -j ACCEPT'], 'yes'],
  ['one address of the internet', ['INPUT -s 198.51.100.7/32 -j ACCEPT'], 'yes'],
  ['a part of the internet', ['INPUT -s 8.0.0.0/8 -j ACCEPT'], 'unknown'],
  ['a list that is not printed', ['INPUT -m set --match-set country src -j ACCEPT'], 'unknown'],
  ['connections that are known', ['INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT'], 'yes'],
  ['what opens a connection', ['INPUT -p tcp -m tcp --tcp-flags FIN,SYN,RST,ACK SYN -j ACCEPT'], 'no'],
  [
    'all but what does not open a connection',
    ['INPUT -p tcp -m tcp ! --tcp-flags FIN,SYN,RST,ACK SYN -j DROP', 'INPUT -j ACCEPT'],
    'no',
  ],
  ['what has no flags', ['INPUT -p tcp -m tcp --tcp-flags FIN,SYN,RST,PSH,ACK,URG NONE -j ACCEPT'], 'yes'],
  ['what has flags that exclude each other', ['INPUT -p tcp -m tcp --tcp-flags FIN,SYN FIN,SYN -j ACCEPT'], 'yes'],
  ['a rate', ['INPUT -m limit --limit 3/min -j ACCEPT'], 'unknown'],
  ['a chain that returns first', ['INPUT -j own', 'own -j RETURN', 'own -j ACCEPT'], 'yes'],
  ['a chain without return', ['INPUT -g own', 'INPUT -j ACCEPT'], 'yes'],
  ['a remark that looks like a rule', ['INPUT -m comment --comment "-j ACCEPT" -j DROP'], 'yes'],
  ['a remark of one word that looks like a rule', ['INPUT -m comment --comment -j -j DROP'], 'yes'],
  ['a target of a stranger', ['INPUT -j MAGIC'], 'unknown'],
] as const)('what lets %s in', (_, rules, blocks) => expect(fate(filter(rules)).blocks).toBe(blocks))

test('a port that leads elsewhere is not judged by what is let in here', () => {
  const nat = '*nat\n:PREROUTING ACCEPT [0:0]\n:DOCKER - [0:0]\n-A PREROUTING -m addrtype --dst-type LOCAL -j DOCKER\n'
  const publishes = `${nat}-A DOCKER ! -i docker0 -p tcp -m tcp --dport 8080 -j DNAT --to-destination 172.17.0.2:80\nCOMMIT\n`
  expect(fate(publishes + filter([])).blocks).toBe('unknown')
  expect(fate(publishes + filter([]), { port: 8081 }).blocks).toBe('yes')
})

test('chains that lead in circles, and text of any kind, come to an end', () => {
  expect(fate(filter(['INPUT -j own', 'own -j own'])).blocks).toBe('unknown')
  const deep = Array.from({ length: 500 }, (_, index) => [
    `:c${index} - [0:0]`,
    `-A c${index} -j c${index + 1}`,
    `-A c${index} -j c${index + 1}`,
  ])
  const chains = `*filter\n:INPUT DROP [0:0]\n:c500 - [0:0]\n${deep.map(([chain]) => chain).join('\n')}\n`
  const rules = `-A INPUT -j c0\n${deep.flatMap(([, ...rest]) => rest).join('\n')}\nCOMMIT\n`
  const started = performance.now()
  expect(fate(chains + rules).blocks).toBe('yes')
  const odd = ['', '*', ':', '-A', '-A INPUT', '*filter\n:INPUT\n-A INPUT "']
  for (const text of [...odd, `-A INPUT ${'"\\'.repeat(50_000)}`, '! '.repeat(50_000)])
    expect(fate(`${filter([])}*filter\n${text}`).blocks).toBe('yes')
  expect(performance.now() - started).toBeLessThan(2000)
})
