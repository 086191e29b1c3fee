import { describe, expect, test } from 'bun:test'
import { parseCommandLine } from '../../../src/settings/command-line.ts'
import { OPTIONS, ROWS, variableOf } from '../../../src/settings/options.ts'
import { ConfigError, readSettings, type Settings } from '../../../src/settings/read.ts'

const settings = (args: string[], environment: Record<string, string> = {}): Settings =>
  readSettings(parseCommandLine(args), environment)
const read = (args: string[], environment: Record<string, string> = {}) => settings(args, environment).config

test('the defaults', () => {
  const resolver = (id: string, address: string) => ({ id, endpoint: { address, port: 53 } })
  const { config, warnings } = settings([])
  expect(config).toMatchObject({ trustedProxies: { blocks: [], unix: false }, redisUrl: null, denyPorts: [25, 465, 587] })
  expect(config.resolvers).toEqual([
    { id: 'local', endpoint: 'system' },
    resolver('cloudflare', '1.1.1.1'),
    resolver('google', '8.8.8.8'),
  ])
  expect([config.rateLimit, warnings]).toEqual([{ count: 60, windowS: 60 }, []])
})

test('a flag wins over its variable', () => {
  expect([read(['--port', '1'], { DOORSTEP_PORT: '2' }).port, read([], { DOORSTEP_PORT: '2' }).port]).toEqual([1, 2])
  expect(read(['--port=3'], {}).port).toBe(3)
})

test('a switch without a value is on, and also takes one', () => {
  expect(read(['--show-local-hops']).showLocalHops).toBe(true)
  expect(read(['--show-local-hops', '--port', '9'])).toMatchObject({ showLocalHops: true, port: 9 })
  expect(read(['--show-local-hops', 'off'], { DOORSTEP_SHOW_LOCAL_HOPS: 'on' }).showLocalHops).toBe(false)
  expect(read(['--show-local-hops=on']).showLocalHops).toBe(true)
  expect(read([], { DOORSTEP_SHOW_LOCAL_HOPS: 'ON' }).showLocalHops).toBe(true)
  expect(() => read(['--show-local-hops', 'maybe'])).toThrow('--show-local-hops: "maybe" is not one of on, off')
  expect(() => read(['--port'])).toThrow(ConfigError)
})

test('a rate is so many in a second, a minute or an hour, or off', () => {
  expect(read(['--rate-limit', '10/s']).rateLimit).toEqual({ count: 10, windowS: 1 })
  expect(read(['--rate-limit', '500/H']).rateLimit).toEqual({ count: 500, windowS: 3600 })
  expect(read([], { DOORSTEP_RATE_LIMIT: 'off' }).rateLimit).toBe(null)
  for (const text of ['', '0/s', '60', '60/m', '-1/s', '1.5/s', '60 /min', 'on', '99999999/s'])
    expect(() => read([`--rate-limit=${text}`])).toThrow('is not a rate such as 60/min, 10/s or 500/h, nor off')
})

test.each(['0', '-1', '1.5', '65536', 'off', ''])('at once cannot run %p checks', (text) => {
  expect(() => read([`--max-concurrency=${text}`])).toThrow('is not a number from 1 to 65535')
})

test.each([
  ['host', '127.0.0.1', '127.0.0.1'],
  ['port', '9', 9],
  ['clientIpHeader', 'Forwarded', 'forwarded'],
  ['cityDb', 'c.mmdb', 'c.mmdb'],
  ['toolsDir', 'tools', 'tools'],
  ['logLevel', 'DEBUG', 'debug'],
] as const)('%s is set by its flag and by its variable', (name, text, value) => {
  expect(read([`--${OPTIONS[name].flag}`, text])[name]).toBe(value)
  expect(read([], { [variableOf(OPTIONS[name])]: text })[name]).toBe(value)
})

test('a block in the mapped form is the IPv4 block that peers are compared with', () => {
  const { trustedProxies } = read(['--trusted-proxies', '::ffff:10.0.0.0/104,::ffff:192.0.2.1'])
  expect(trustedProxies.blocks.map(({ network, prefix }) => `${network.text}/${prefix}`)).toEqual(['10.0.0.0/8', '192.0.2.1/32'])
})

test('the peer of a socket file may be trusted beside blocks', () => {
  expect(read(['--trusted-proxies', 'unix']).trustedProxies).toEqual({ blocks: [], unix: true })
  const { blocks, unix } = read(['--trusted-proxies', '10.0.0.0/8, unix']).trustedProxies
  expect([blocks.length, unix]).toEqual([1, true])
})

test.skipIf(process.platform !== 'linux')('a host may be a socket file, with its whole path', () => {
  expect(read(['--host', 'unix:/run/doorstep.sock']).host).toBe('unix:/run/doorstep.sock')
  expect(read(['--host', 'unix:///run/doorstep.sock']).host).toBe('unix:/run/doorstep.sock')
  expect(read(['--host', 'unix:a.sock']).host).toBe(`unix:${process.cwd()}/a.sock`)
  for (const name of ['unix:', 'unix:@abstract', 'unix:/run/', 'unix:/run/a\0b'])
    expect(() => read(['--host', name])).toThrow('does not name a file')
  expect(() => read(['--host', `unix:/${'a'.repeat(99)}`])).toThrow('a socket file may have a path of 99 bytes')
  expect(read(['--host', `unix:/${'a'.repeat(98)}`]).host).toHaveLength(104)
})

test('served domains are names in any script, with or without a dot at either end', () =>
  expect(read(['--ddns-domains', 'Dyn.Example., .집.example']).ddnsDomains).toEqual(['dyn.example', 'xn--rc6b.example']))

test('an origin is written as browsers write it', () => {
  const origins = read(['--public-origins', 'https://IP.Example.com:443/, http://[2001:db8::1]:8080']).publicOrigins
  expect(origins).toEqual(['https://ip.example.com', 'http://[2001:db8::1]:8080'])
})

test('a contact is a web page or a mail address, fit for a comment', () => {
  expect(read([]).contact).toBeNull()
  expect(read(['--contact', 'https://Example.com/who?we=(are)']).contact).toBe('+https://example.com/who?we=%28are%29')
  expect(read([], { DOORSTEP_CONTACT: ' noc+doorstep@example.com ' }).contact).toBe('noc+doorstep@example.com')
})

test('denied ports may be none, or ranges, in any order, over each other', () => {
  expect(read(['--deny-ports', '']).denyPorts).toEqual([])
  expect(read(['--deny-ports', '1000-1003,25']).denyPorts).toEqual([25, 1000, 1001, 1002, 1003])
  expect(read(['--deny-ports', '20-25,22 - 27,26']).denyPorts).toEqual([20, 21, 22, 23, 24, 25, 26, 27])
  expect(read(['--deny-ports', '1-65535']).denyPorts).toHaveLength(65_535)
})

test.each([
  [['--port', '65536'], {}, '--port: "65536" is not a port (0-65535)'],
  [['--port'], {}, '--port needs a value'],
  [['--port', '-1'], {}, '--port needs a value; write one that starts with a dash as --port=-value'],
  [['--port=-1'], {}, '--port: "-1" is not a port (0-65535)'],
  [['--help=1'], {}, '--help does not take a value'],
  [['--deny-ports', '25,0'], {}, 'contains "0", which is not a port (1-65535) or a range such as 1-1024'],
  [['--deny-ports', '1-70000'], {}, '--deny-ports: "1-70000" is not a port (1-65535) or a range'],
  [['--deny-ports', '1024-1'], {}, '--deny-ports: "1024-1" runs backwards: write 1-1024'],
  [['--trusted-proxies', 'localhost'], {}, '--trusted-proxies: "localhost" is a name: write 127.0.0.0/8,::1'],
  [['--prot', '9'], {}, 'unknown flag --prot: did you mean --port?'],
  [['--clientIpHeader', 'forwarded'], {}, 'did you mean --client-ip-header?'],
  [['--city', 'x.mmdb'], {}, 'unknown flag --city: did you mean --city-db?'],
  [['-p', '9'], {}, 'unknown flag -p: see doorstep --help'],
  [[], { DOORSTEP_PORT: 'tcp://10.0.0.1:8080' }, 'DOORSTEP_PORT: "tcp://10.0.0.1:8080" is a service link, which Kubernetes sets'],
  [['--host', 'example.com'], {}, '--host: "example.com" is not an IP address to listen on'],
  [['--trusted-proxies', '10.0.0.0/8, 10.0.0.0/33'], {}, 'contains "10.0.0.0/33", which is not an IP address or a CIDR block'],
  [['--trusted-proxies', '10.0.0.1/8'], {}, '"10.0.0.1/8" has bits set after its prefix: write 10.0.0.0/8'],
  [['--trusted-proxies', '10.0.0.0/8,,'], {}, 'contains ""'],
  [['--client-ip-header', 'x-client-ip'], {}, 'is not one of x-forwarded-for, forwarded, x-real-ip, cf-connecting-ip'],
  [['--log-level', 'loud'], {}, 'is not one of debug, info, warn, error'],
  [['--allow-targets', '10.0.0.0/8 10.1.0.0/16'], {}, '--allow-targets: "10.0.0.0/8 10.1.0.0/16" is not an IP address'],
  [['--resolvers', 'a=1.1.1.1,b=8.8.8.8'], {}, 'does not name exactly three resolvers'],
  [['--resolvers', 'a=1.1.1.1,a=8.8.8.8,c=9.9.9.9'], {}, 'uses the same id twice'],
  [['--resolvers', 'a=dns.example,b=8.8.8.8,c=9.9.9.9'], {}, 'contains "a=dns.example", which is not id=address[:port]'],
  [['--resolvers', '1.1.1.1,8.8.8.8,9.9.9.9'], {}, 'contains "1.1.1.1", which is not id=address[:port]'],
  [['--resolvers', 'a=1.1.1.1:0,b=8.8.8.8,c=9.9.9.9'], {}, 'contains "a=1.1.1.1:0"'],
  [['--ddns-domains', 'dyn.example,8.8.8.8'], {}, 'contains "8.8.8.8", which is not a domain name'],
  [['--contact', 'example.com'], {}, '--contact: "example.com" is neither an email address nor an http or https URL'],
  [['--contact', 'https://user:secret@example.com/'], {}, 'is neither an email address nor'],
  [['--contact', 'https://example.com/\r\nX-Forged: 1'], {}, 'is neither an email address nor'],
  [['--contact', 'https://example.com/\u202e'], {}, 'is neither an email address nor'],
  [['--contact', 'me@example.com) X (you@example.com'], {}, 'is neither an email address nor'],
  [['--contact', `https://example.com/${'x'.repeat(200)}`], {}, 'is longer than 200 characters'],
])('what does not parse stops the start and is named: %p %p', (args, environment, message) => {
  const attempt = () => settings(args as string[], environment as Record<string, string>)
  expect(attempt).toThrow(ConfigError)
  expect(attempt).toThrow(message as string)
  try {
    attempt()
  } catch (error) {
    expect(String(error)).not.toContain('\n')
  }
})

describe('an unknown variable is a warning, never an error', () => {
  const warnings = (environment: Record<string, string>) => settings([], environment).warnings.map(({ en }) => en)

  test('with the nearest name, where there is one', () => {
    expect(warnings({ DOORSTEP_PORTT: '9', DOORSTEP_TRUSTED_PROXY: '10.0.0.1', DOORSTEP_COLOUR: 'red', PATH: '/bin' })).toEqual([
      'DOORSTEP_PORTT is not a setting and is ignored: did you mean DOORSTEP_PORT?',
      'DOORSTEP_TRUSTED_PROXY is not a setting and is ignored: did you mean DOORSTEP_TRUSTED_PROXIES?',
      'DOORSTEP_COLOUR is not a setting and is ignored: see doorstep --help',
    ])
  })

  test('every setting of ours is known', () =>
    expect(warnings(Object.fromEntries(ROWS.map((row) => [variableOf(row), row.fallback])))).toEqual([]))

  test('the variables that Kubernetes sets for a service called doorstep, or doorstep-web, are ignored without a warning', () => {
    const links = {
      DOORSTEP_SERVICE_HOST: '10.0.0.1',
      DOORSTEP_SERVICE_PORT: '8080',
      DOORSTEP_SERVICE_PORT_HTTP: '8080',
      DOORSTEP_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
      DOORSTEP_PORT_8080_TCP_ADDR: '10.0.0.1',
      DOORSTEP_PORT_8080_TCP_PORT: '8080',
      DOORSTEP_PORT_8080_TCP_PROTO: 'tcp',
      DOORSTEP_WEB_SERVICE_HOST: '10.0.0.2',
      DOORSTEP_WEB_PORT: 'tcp://10.0.0.2:80',
      DOORSTEP_WEB_PORT_53_UDP_PROTO: 'udp',
    }
    expect(warnings(links)).toEqual([])
    // With the flag, its own variable does not matter.
    expect(settings(['--port', '9'], { ...links, DOORSTEP_PORT: 'tcp://10.0.0.1:8080' })).toMatchObject({
      config: { port: 9 },
      warnings: [],
    })
    expect(warnings({ DOORSTEP_WEB_PORT: '80' })).toHaveLength(1)
  })
})
