import { describe, expect, test } from 'bun:test'
import { problemOf, Refusal } from '../../../../src/contract/problem.ts'
import { refuseUnsupported } from '../../../../src/diagnostics/path/ping.ts'

const SYSCTL = 'sysctl -w net.ipv4.ping_group_range="0 2147483647"'
const UNIT = ['AmbientCapabilities=CAP_NET_RAW', 'CapabilityBoundingSet=CAP_NET_RAW']

function refusal(check: 'ping' | 'trace', platform: string): Refusal {
  const { platform: real } = process
  Object.defineProperty(process, 'platform', { value: platform })
  try {
    refuseUnsupported(check)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Read before the platform is restored.
    const details = { en: problemOf(error, 'en').detail, ko: problemOf(error, 'ko').detail }
    return new Refusal(error.code, (locale) => details[locale], error.particulars)
  } finally {
    Object.defineProperty(process, 'platform', { value: real })
  }
}

describe('a check that this machine cannot run', () => {
  test('is a 503 with the setting to change, in both languages', () => {
    for (const check of ['ping', 'trace'] as const) {
      const refused = refusal(check, 'linux')
      expect([refused.status, refused.code]).toEqual([503, 'unsupported-on-host'])
      for (const locale of ['en', 'ko'] as const) {
        const { detail, title } = problemOf(refused, locale)
        expect(detail).toContain(SYSCTL)
        for (const line of UNIT) expect(detail).toContain(line)
        expect(detail).not.toMatch(/[{}]|undefined/)
        expect(/[가-힣]/.test(detail) && /[가-힣]/.test(title)).toBe(locale === 'ko')
        // A trace does not need it.
        expect(detail.includes('"method": "udp"')).toBe(check === 'trace')
      }
    }
  })

  test('does not ask for rights on another system', () => {
    for (const platform of ['darwin', 'win32']) {
      const refused = refusal('ping', platform)
      expect(refused.status).toBe(503)
      for (const locale of ['en', 'ko'] as const) {
        const { detail } = problemOf(refused, locale)
        expect(detail).toContain('Linux')
        expect(detail).not.toMatch(/sysctl|Capabilit|[{}]/)
      }
    }
  })
})
