// Names as real servers serve them, signed and not, and what the check of a certificate says of them: the resolver validates.
import { afterAll, describe, expect } from 'bun:test'
import { DNS_LAB_NEEDS, dnsLabOfFile } from '../support/dns/lab.ts'
import { labTest } from '../support/lab.ts'
import { bodyOf, postTool, type Server } from '../support/server.ts'

const theLab = dnsLabOfFile()
let server: Promise<Server> | undefined
afterAll(async () => (await server)?.[Symbol.asyncDispose]())

type Method = 'http-01' | 'tls-alpn-01' | 'dns-01'

/** Returns the answer, and for each method its verdict and the codes of its problems. */
async function check(domain: string, methods: Method[] = ['dns-01']) {
  const lab = await theLab()
  server ??= lab.startDoorstep({ args: ['--rate-limit', 'off'] })
  const response = await postTool((await server).url, 'certificate-check', { domain, methods })
  const answer = await bodyOf(response)
  expect(answer.elapsedMs).toBeLessThan(10_000)
  const judged = answer.methods.map(({ method, verdict, problems }: (typeof answer.methods)[number]) => [
    `${method} ${verdict}`,
    ...problems.map(({ code, severity }: { code: string; severity: string }) => `${severity} ${code}`),
  ])
  return { answer, judged }
}

function checkTest(name: string, run: () => Promise<void>) {
  labTest(name, DNS_LAB_NEEDS, run)
}

const WORKS = 'dns-01 would-work'
const FAILS = 'dns-01 would-fail'

describe('CAA records', () => {
  const FOUND: [domain: string, found: string | null, ...judged: string[]][] = [
    ['home.home.test', null, WORKS],
    ['home.issue.test', 'issue.test', WORKS],
    ['iodef.issue.test', 'iodef.issue.test', WORKS],
    ['own.issue.test', 'own.issue.test', FAILS, 'error caa-forbids'],
    ['a.b.own.issue.test', 'own.issue.test', FAILS, 'error caa-forbids'],
    ['google.issue.test', 'google.issue.test', WORKS, 'warning caa-forbids'],
    ['alias.issue.test', 'google.issue.test', WORKS, 'warning caa-forbids'],
    ['local.issue.test', 'issue.test', WORKS],
    ['method.issue.test', 'method.issue.test', WORKS],
    ['account.issue.test', 'account.issue.test', WORKS, 'warning caa-account'],
    ['critical.issue.test', 'critical.issue.test', FAILS, 'error caa-critical-unknown'],
    ['malformed.issue.test', 'malformed.issue.test', FAILS, 'error caa-forbids'],
    ['wild.issue.test', 'wild.issue.test', WORKS],
    ['*.wild.issue.test', 'wild.issue.test', FAILS, 'error caa-wildcard'],
  ]
  for (const [domain, found, ...judged] of FOUND)
    checkTest(`${domain}: those of ${found ?? 'none'}`, async () => {
      const seen = await check(domain)
      expect([seen.answer.caa.found, ...seen.judged]).toEqual([found, judged])
    })

  checkTest('for DNS-01 alone stop the other methods', async () => {
    const { judged } = await check('method.issue.test', ['http-01', 'tls-alpn-01', 'dns-01'])
    expect(judged.map(([verdict]: string[]) => verdict)).toEqual(['http-01 would-fail', 'tls-alpn-01 would-fail', WORKS])
    for (const index of [0, 1]) expect(judged[index]).toContain('error caa-method')
  })
})

describe('signatures', () => {
  checkTest('that are in order', async () => expect((await check('www.signed.test')).judged).toEqual([[WORKS]]))

  checkTest('that have expired stop every method', async () => {
    const { judged } = await check('www.expired.test', ['http-01', 'dns-01'])
    expect(judged.map(([verdict]: string[]) => verdict)).toEqual(['http-01 would-fail', FAILS])
    for (const problems of judged) expect(problems).toContain('error dnssec-bogus')
  })

  checkTest('that are wrong for the address do not stop DNS-01', async () => {
    const { judged } = await check('broken.bogus.test', ['http-01', 'dns-01'])
    expect(judged.map(([verdict]: string[]) => verdict)).toEqual(['http-01 would-fail', WORKS])
    expect(judged[0]).toContain('error dnssec-bogus')
  })
})

describe('the zone', () => {
  checkTest('is nobody’s', async () => {
    for (const domain of ['home.nobody.test', 'nobody.test', '*.nobody.test']) {
      const { judged } = await check(domain, ['http-01', 'dns-01'])
      expect(judged.map(([verdict]: string[]) => verdict)).toEqual(['http-01 would-fail', FAILS])
      expect(judged[1]).toEqual([FAILS, 'error no-records'])
    }
  })

  checkTest('has a name server that answers, beside three that do not', async () => {
    const warnings = Array<string>(3).fill('warning lame-name-server')
    expect((await check('home.halflame.test')).judged).toEqual([[WORKS, ...warnings]])
  })

  checkTest('is served by nobody', async () => {
    const { judged } = await check('home.lame.test', ['http-01', 'dns-01'])
    expect(judged.map(([verdict]: string[]) => verdict)).toEqual(['http-01 would-fail', FAILS])
    for (const problems of judged) expect(problems).toContain('error dns-failed')
  })

  checkTest('has dead servers alone: the resolver may still be waiting for them', async () => {
    const { answer, judged } = await check('home.dead.test', ['http-01', 'dns-01'])
    for (const [verdict, ...problems] of judged) {
      expect(verdict).toMatch(/ (?:would-fail|cannot-tell)$/)
      expect(problems.join()).toContain('dns-failed')
    }
    expect(answer.elapsedMs).toBeLessThan(6000)
  })
})

describe('the challenge', () => {
  const RECORDS: [domain: string, ...judged: string[]][] = [
    ['old.issue.test', WORKS, 'warning challenge-leftover'],
    ['delegated.issue.test', WORKS, 'warning challenge-delegated'],
    ['lame.issue.test', FAILS, 'error challenge-delegated'],
    ['free.issue.test', FAILS, 'error challenge-delegated'],
    ['inside.issue.test', FAILS, 'error challenge-delegated'],
    ['nas.star.issue.test', WORKS],
    ['zone.issue.test', WORKS],
  ]
  for (const [domain, ...judged] of RECORDS)
    checkTest(`of ${domain}`, async () => expect((await check(domain)).judged).toEqual([judged]))
})
