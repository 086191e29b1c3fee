import { describe, expect, test } from 'bun:test'
import { ConfigError, helpText, OPTIONS, readConfig } from '../../src/config.ts'

const read = (args: string[], environment: Record<string, string> = {}) => readConfig(args, environment).config

test('the defaults', () => {
  expect(readConfig([], {})).toEqual({
    verb: 'serve',
    config: {
      host: '::',
      port: 8080,
      trustedProxies: [],
      clientIpHeader: 'x-forwarded-for',
      cityDb: null,
      asnDb: null,
      logLevel: 'info',
    },
  })
})

test('a flag wins over its variable', () => {
  expect(read(['--port', '1'], { DOORSTEP_PORT: '2' }).port).toBe(1)
  expect(read([], { DOORSTEP_PORT: '2' }).port).toBe(2)
  expect(read(['--port=3'], {}).port).toBe(3)
})

test('a variable that a flag outranks is not even read', () => {
  expect(read(['--port', '1'], { DOORSTEP_PORT: 'x' }).port).toBe(1)
})

test('every setting, by flag and by variable', () => {
  const expected = {
    host: '127.0.0.1',
    port: 9,
    clientIpHeader: 'forwarded',
    cityDb: 'c.mmdb',
    asnDb: 'a.mmdb',
    logLevel: 'debug',
  } as const
  const flags = [
    '--host',
    '127.0.0.1',
    '--port',
    '9',
    '--client-ip-header',
    'Forwarded',
    '--city-db',
    'c.mmdb',
    '--asn-db',
    'a.mmdb',
    '--log-level',
    'debug',
  ]
  expect(read(flags)).toMatchObject(expected)
  const environment = {
    DOORSTEP_HOST: '127.0.0.1',
    DOORSTEP_PORT: '9',
    DOORSTEP_CLIENT_IP_HEADER: 'forwarded',
    DOORSTEP_CITY_DB: 'c.mmdb',
    DOORSTEP_ASN_DB: 'a.mmdb',
    DOORSTEP_LOG_LEVEL: 'DEBUG',
  }
  expect(read([], environment)).toMatchObject(expected)
})

test('a block in the mapped form is the IPv4 block that peers are compared with', () => {
  const { trustedProxies } = read(['--trusted-proxies', '::ffff:10.0.0.0/104,::ffff:192.0.2.1'])
  expect(trustedProxies.map(({ network, prefix }) => `${network.text}/${prefix}`)).toEqual(['10.0.0.0/8', '192.0.2.1/32'])
})

test('trusted proxies are blocks or lone addresses of either family', () => {
  const { trustedProxies } = read(['--trusted-proxies', '10.0.0.0/8, 2001:db8::/32,127.0.0.1'])
  expect(trustedProxies.map(({ network, prefix }) => `${network.text}/${prefix}`)).toEqual([
    '10.0.0.0/8',
    '2001:db8::/32',
    '127.0.0.1/32',
  ])
})

describe('what does not parse stops the start and is named', () => {
  test.each([
    [['--port', '65536'], {}, '--port: "65536" is no port from 0 to 65535'],
    [['--port', 'http'], {}, '--port: "http"'],
    [['--port', ''], {}, '--port: ""'],
    [['--port', '-1'], {}, "'--port'"],
    [[], { DOORSTEP_PORT: '8080x' }, 'DOORSTEP_PORT: "8080x" is no port'],
    [['--host', 'example.com'], {}, '--host: "example.com" is no address to listen on'],
    [['--host', '127.1'], {}, '--host: "127.1"'],
    [['--trusted-proxies', '10.0.0.0/33'], {}, '--trusted-proxies: "10.0.0.0/33" has "10.0.0.0/33", which is no CIDR block'],
    [['--trusted-proxies', '10.0.0.1/8'], {}, 'which has bits set behind its prefix: write 10.0.0.0/8'],
    [['--trusted-proxies', '10.0.0.0/8,,'], {}, 'has ""'],
    [['--client-ip-header', 'x-client-ip'], {}, 'is none of x-forwarded-for, forwarded, x-real-ip, cf-connecting-ip'],
    [['--log-level', 'loud'], {}, 'is none of debug, info, warn, error'],
    [['--nope'], {}, "'--nope'"],
    [['--allow-targets', '10.0.0.0/8'], {}, "'--allow-targets'"],
    [['--port'], {}, "'--port"],
    [['dance'], {}, '"dance" is no verb'],
    [['serve', 'now'], {}, '"now" is not understood behind "serve"'],
  ])('%p %p', (args, environment, message) => {
    const attempt = () => readConfig(args as string[], environment as Record<string, string>)
    expect(attempt).toThrow(ConfigError)
    expect(attempt).toThrow(message as string)
    try {
      attempt()
    } catch (error) {
      expect(String(error)).not.toContain('\n')
    }
  })
})

test('--help and --version are verbs of their own, whatever the environment holds', () => {
  expect(readConfig(['--help'], { DOORSTEP_PORT: 'x' }).verb).toBe('help')
  expect(readConfig(['-v'], {}).verb).toBe('version')
})

test('--help names every flag, variable and default', () => {
  for (const { flag, variable, fallback } of Object.values(OPTIONS)) {
    expect(helpText()).toContain(`--${flag} `)
    expect(helpText()).toContain(variable)
    expect(helpText()).toContain(fallback)
  }
})
