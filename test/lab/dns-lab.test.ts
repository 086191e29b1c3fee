// The lab of name servers is what the tests that use it believe it is.
import { describe, expect } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADDRESSES, ROLES } from '../support/dns/lab/configs.ts'
import { DNS_LAB_NEEDS, type DnsLab, dnsLabOfFile, FOLDER_PREFIX, startDnsLab } from '../support/dns/lab.ts'
import { labTest } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { ROOT } from '../support/server.ts'

const theLab = dnsLabOfFile()
const dnsTest = (name: string, check: (lab: DnsLab) => Promise<void>) =>
  labTest(name, DNS_LAB_NEEDS, async () => check(await theLab()))

const {
  validating: [validating],
  plain: [plain],
  otherView: [view],
  primary: [primary],
  secondary: [secondary],
} = ADDRESSES

interface Answer {
  status: string
  flags: string[]
  /** The records in the answer, as dig prints them. */
  records: string[]
  text: string
}

async function ask(lab: DnsLab, server: string, ...question: string[]): Promise<Answer> {
  const text = await lab.dig(`@${server}`, ...question, '+noall', '+comments', '+answer')
  const [, status = 'none'] = /status: (\w+)/.exec(text) ?? []
  const [, flags = ''] = /flags: ([a-z ]*);/.exec(text) ?? []
  return { status, flags: flags.split(' '), records: text.split('\n').filter((line) => /^[^;]/.test(line)), text }
}

const values = ({ records }: Answer) => records.map((record) => record.split(/\s+/).slice(4).join(' ')).sort()

describe('resolving', () => {
  dnsTest('every server answers at each of its addresses', async (lab) => {
    for (const role of ROLES)
      for (const address of ADDRESSES[role])
        expect([role, address, (await ask(lab, address, '.', 'NS')).status]).not.toContain('none')
  })

  dnsTest('a chain of eight CNAMEs ends at an address', async (lab) => {
    const { records } = await ask(lab, validating, 'chain1.plain.test')
    expect(records).toHaveLength(9)
    expect(records.at(-1)).toMatch(/^end\.plain\.test\..*198\.18\.40\.17$/)
  })

  const TYPES: Record<string, string> = {
    A: 'plain.test',
    AAAA: 'plain.test',
    CNAME: 'www.plain.test',
    MX: 'plain.test',
    NS: 'plain.test',
    TXT: 'text-odd.plain.test',
    SOA: 'provider.test',
    SRV: '_sip._udp.plain.test',
    CAA: 'plain.test',
    PTR: '10.40.18.198.in-addr.arpa',
    HTTPS: 'https.plain.test',
    SVCB: '_dns.web.plain.test',
    DS: 'child.plain.test',
    DNSKEY: 'signed.test',
    TLSA: '_443._tcp.web.plain.test',
    NAPTR: 'naptr.plain.test',
  }
  for (const [type, name] of Object.entries(TYPES))
    dnsTest(`${type} has an answer, the same from every resolver`, async (lab) => {
      const answer = await ask(lab, validating, name, type)
      expect(answer.records[0]).toMatch(new RegExp(`\\sIN\\s+${type}\\s`))
      for (const resolver of [view, plain]) expect(values(await ask(lab, resolver, name, type))).toEqual(values(answer))
    })

  dnsTest('names and records of extreme size arrive', async (lab) => {
    const [longest = ''] = /^\S{200,}/m.exec(lab.zoneText('plain.test')) ?? []
    expect(`${longest}.plain.test`).toHaveLength(253)
    expect(values(await ask(lab, validating, `${longest}.plain.test`))).toEqual(['198.18.40.22'])
    expect((await ask(lab, validating, 'text-big.plain.test', 'TXT')).text.length).toBeGreaterThan(4000)
    const many = (size: number) => ask(lab, validating, 'many.plain.test', `+bufsize=${size}`, '+ignore')
    expect((await many(512)).flags).toContain('tc')
    expect((await many(1232)).records).toHaveLength(30)
  })

  dnsTest('reverse names: confirmed, three, none, delegated as in RFC 2317', async (lab) => {
    const names = async (address: string) => values(await ask(lab, validating, '-x', address))
    for (const net of ['198.18.40.', '2001:db8:40::']) {
      expect(await names(`${net}10`)).toEqual(['web.plain.test.'])
      expect(await names(`${net}11`)).toEqual(['elsewhere.plain.test.'])
      expect(await names(`${net}12`)).toHaveLength(3)
      expect((await ask(lab, validating, '-x', `${net}13`)).status).toBe('NXDOMAIN')
      expect(await names(`${net}14`)).toContain('office.plain.test.')
    }
  })
})

describe('DNSSEC', () => {
  dnsTest('a signed zone is authenticated, only by the resolver that validates', async (lab) => {
    for (const question of [['.', 'SOA'], ['www.signed.test'], ['any.wild.signed.test'], ['no.signed.test']]) {
      expect((await ask(lab, validating, ...question)).flags).toContain('ad')
      expect((await ask(lab, plain, ...question)).flags).not.toContain('ad')
    }
    for (const name of ['web.plain.test', 'www.nods.test', 'to-plain.signed.test']) {
      const { status, flags } = await ask(lab, validating, name)
      expect([name, status, flags.includes('ad')]).toEqual([name, 'NOERROR', false])
    }
  })

  dnsTest('a wrongly signed zone fails there, with a reason, and nowhere else', async (lab) => {
    for (const name of ['broken.bogus.test', 'www.expired.test', 'to-bogus.plain.test']) {
      const { status, text } = await ask(lab, validating, name)
      expect([[name, status], text]).toEqual([[name, 'SERVFAIL'], expect.stringMatching(/EDE: \d+/)])
      expect((await ask(lab, validating, name, '+cd')).status).toBe('NOERROR')
      expect((await ask(lab, plain, name)).status).toBe('NOERROR')
    }
    expect((await ask(lab, validating, 'www.bogus.test')).flags).toContain('ad')
  })
})

describe('broken delegations', () => {
  dnsTest('a good server beside a dead one is found; where there is none the resolver fails', async (lab) => {
    const statuses: Record<string, string> = {
      halfdead: 'NOERROR',
      mixedns: 'NOERROR',
      outside: 'NOERROR',
      lame: 'SERVFAIL',
      privatens: 'SERVFAIL',
    }
    for (const [zone, status] of Object.entries(statuses))
      expect([zone, (await ask(lab, validating, `www.${zone}.test`)).status]).toEqual([zone, status])
    expect((await ask(lab, primary, 'www.lame.test')).status).toBe('REFUSED')
    expect(await lab.dig('@198.18.53.99', 'www.dead.test', '+tries=1')).toContain('connection refused')
  })

  dnsTest('nothing leads out', async (lab) => {
    for (const outside of ['192.0.2.1', '1.1.1.1', '2606:4700:4700::1111', '10.53.0.1'])
      expect((await lab.namespace.exec(['ip', 'route', 'get', outside])).stderr).toContain('unreachable')
  })
})

describe('the abilities of a test', () => {
  dnsTest('the other view differs', async (lab) => {
    expect(values(await ask(lab, validating, 'split.plain.test'))).toEqual(['198.18.40.29'])
    expect(values(await ask(lab, view, 'split.plain.test'))).toEqual(['198.18.99.99'])
    expect((await ask(lab, validating, 'only-view.plain.test')).status).toBe('NXDOMAIN')
    expect(values(await ask(lab, view, 'only-view.plain.test'))).toEqual(['198.18.99.98'])
  })

  dnsTest(
    'a zone changes at its servers at once, at the resolvers after a flush, and on the primary alone if wished',
    async (lab) => {
      const home = lab.zoneText('home.test')
      const at = async (address: string) => values(await ask(lab, address, 'router.home.test'))
      const everywhere = () => Promise.all([primary, secondary, validating, view, plain].map(at))
      const [old, next, last] = [['198.18.40.20'], ['198.18.40.200'], ['198.18.40.201']]
      expect(await everywhere()).toEqual([old, old, old, old, old])
      await lab.setZone('home.test', home.replaceAll('198.18.40.20\n', '198.18.40.200\n'))
      expect(await everywhere()).toEqual([next, next, old, old, old])
      await lab.flush()
      expect(await everywhere()).toEqual([next, next, next, next, next])
      await lab.setZone('home.test', home.replaceAll('198.18.40.20\n', '198.18.40.201\n'), { only: 'primary' })
      expect([await at(primary), await at(secondary)]).toEqual([last, next])
      expect(await ask(lab, primary, 'home.test', 'SOA').then(values)).toEqual([expect.stringContaining(' 3 3600 ')])
      await lab.setZone('home.test', home)
      await lab.flush()
      expect(await everywhere()).toEqual([old, old, old, old, old])
    },
  )

  dnsTest('a zone with a mistake, or a signed one, is refused', async (lab) => {
    await expect(lab.setZone('home.test', `${lab.zoneText('home.test')}\nwrong A 1.2.3\n`)).rejects.toThrow('zone-reload')
    await expect(lab.setZone('signed.test', lab.zoneText('signed.test'))).rejects.toThrow('signed')
  })

  dnsTest('doorstep runs inside and is asked from outside', async (lab) => {
    await using server = await lab.startDoorstep({ bare: true })
    expect(await (await fetch(`${server.url}/api/ip`)).text()).toBe(lab.namespace.peer4)
    expect(() => fetch('http://127.0.0.1:1')).toThrow('not open')
  })
})

describe('the end', () => {
  /** Returns what is left of the labs of a process: namespaces, links, folders, processes. */
  async function traces(pid: number): Promise<string[]> {
    const network = `${await run(['ip', 'netns', 'list'])}${await run(['ip', '-o', 'link'])}`.split('\n')
    const processes = readdirSync('/proc').filter((entry) => {
      const command = Bun.spawnSync(['cat', `/proc/${entry}/cmdline`], { stderr: 'ignore' })
      return /^\d+$/.test(entry) && command.stdout.includes(`${FOLDER_PREFIX}${pid}-`)
    })
    const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(`${FOLDER_PREFIX}${pid}-`))
    return [...network.filter((line) => line.includes(`doorstep-${pid}-`)), ...processes, ...folders]
  }

  labTest('nothing is left, not even of a doorstep that was not ended', DNS_LAB_NEEDS, async () => {
    const before = await traces(process.pid)
    const lab = await startDnsLab()
    const server = await lab.startDoorstep({ bare: true })
    expect(await run(['ip', '-o', 'addr'])).toContain(lab.namespace.peer4)
    expect((await traces(process.pid)).length).toBeGreaterThan(before.length + ROLES.length)
    await lab[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
    expect(await traces(process.pid)).toEqual(before)
    expect(await run(['ip', '-o', 'addr'])).not.toContain(lab.namespace.peer4)
  })

  labTest('a start that fails half way shows why and leaves nothing', DNS_LAB_NEEDS, async () => {
    const before = await traces(process.pid)
    const folder = mkdtempSync(join(tmpdir(), 'doorstep-broken-'))
    const path = process.env.PATH
    writeFileSync(join(folder, 'unbound'), '#!/bin/sh\necho cannot today >&2\nexit 1\n', { mode: 0o755 })
    process.env.PATH = `${folder}:${path}`
    try {
      await expect(startDnsLab()).rejects.toThrow(/unbound .* has ended:\ncannot today/)
    } finally {
      process.env.PATH = path
      rmSync(folder, { recursive: true })
    }
    expect(await traces(process.pid)).toEqual(before)
  })

  labTest('the remains of a killed run are gone after the next start; two labs live side by side', DNS_LAB_NEEDS, async () => {
    const script = `const { startDnsLab } = await import('${ROOT}/test/support/dns/lab.ts'); await startDnsLab(); console.log('up'); await Bun.sleep(60_000)`
    const other = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
    await other.stdout.getReader().read()
    const lab = await theLab()
    expect((await ask(lab, validating, 'web.plain.test')).status).toBe('NOERROR')
    expect((await traces(other.pid)).length).toBeGreaterThan(ROLES.length)
    other.kill('SIGKILL')
    await other.exited
    await (await startDnsLab())[Symbol.asyncDispose]()
    expect(await traces(other.pid)).toEqual([])
  })
})
