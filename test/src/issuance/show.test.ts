import { describe, expect, test } from 'bun:test'
import { showIssuance } from '../../../src/issuance/check.ts'
import type { Facts } from '../../../src/issuance/facts.ts'
import { METHODS } from '../../../src/issuance/fields.ts'
import { judgeIssuance } from '../../../src/issuance/judge.ts'
import { caa, dns, facts, wildcard } from '../../support/issuance/facts.ts'

const RECORDS = ['0 issue "letsencrypt.org; validationmethods=dns-01,http-01"', '0 issue "pki.goog; validationmethods=dns-01"']
const show = (given: Facts) => showIssuance(given, judgeIssuance(given, METHODS), 'en')
const withCaa = (...records: string[]) => ({ dns: dns({ caa: caa(records) }) })

describe('the CAA records of the answer', () => {
  test('leave the methods that any of them names', () => {
    expect(show(facts(withCaa(...RECORDS))).caa).toEqual({
      found: 'example.com',
      issuers: ['letsencrypt.org', 'pki.goog'],
      wildcardIssuers: ['letsencrypt.org', 'pki.goog'],
      methods: ['dns-01', 'http-01'],
      accountBound: false,
      critical: false,
    })
  })

  test('leave all methods if one of them names none, or nothing restricts anybody', () => {
    expect(show(facts(withCaa(...RECORDS, '0 issue "ssl.com"'))).caa.methods).toBeNull()
    expect(show(facts()).caa).toMatchObject({ found: null, issuers: [], methods: null })
  })

  test('are those for wildcards where one is asked for', () => {
    const records = [
      '0 issue "letsencrypt.org"',
      '128 issuewild "ssl.com; accounturi=https://a.example/1; validationmethods=dns-01"',
    ]
    expect(show(wildcard(withCaa(...records))).caa).toMatchObject({
      wildcardIssuers: ['ssl.com'],
      methods: ['dns-01'],
      accountBound: true,
    })
    expect(show(facts(withCaa(...records))).caa).toMatchObject({ methods: null, accountBound: false })
  })

  test('say that a critical one is not known', () => expect(show(facts(withCaa('128 tbs "x"'))).caa.critical).toBe(true))
})
