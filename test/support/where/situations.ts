import type { About, Where } from '../../../src/diagnostics/where/index.ts'
import { WHERE_VERDICTS, type WhereVerdict } from '../../../src/net/where/index.ts'

/** The verdicts that follow only from a rule that was seen. */
const PROVING: readonly WhereVerdict[] = ['refused-by-device', 'silent-device', 'no-device', 'wrong-address']

/** Returns a finding with the numbers of a long way, which no sentence may repeat. */
export function whereOf(verdict: WhereVerdict, version: 4 | 6, more: Partial<Where> = {}): Where {
  const isProven = PROVING.includes(verdict)
  const isStopped = verdict === 'stopped-before'
  return {
    verdict,
    forwardingRule: version === 6 ? null : isProven ? 'proven' : 'not-seen',
    allPorts: version === 6 ? null : false,
    distance: 97,
    forwarders: isProven && version === 4 ? 1 : null,
    answeredAt: verdict === 'refused-by-device' ? 98 : null,
    stoppedAfter: isStopped ? { hop: 96, address: '192.0.2.7', asn: 64_500, organization: 'Example Telecom' } : null,
    evidence: [{ hopLimit: 97, from: isProven ? 'target' : null, reason: isProven ? 'hop-limit-exceeded' : null }],
    packets: 83,
    ...more,
  }
}

const SERVICES = [
  { service: null, firewall: null },
  { service: 'WireGuard', firewall: 'sudo ufw allow 5556' },
  { service: 'Minecraft', firewall: null, isAsked: true },
] as const

/** Every verdict over every protocol, version and language, with and without a service and a line for the firewall. */
export const SITUATIONS: readonly About[] = WHERE_VERDICTS.flatMap((verdict) =>
  ([4, 6] as const).flatMap((version) =>
    findings(verdict, version).flatMap((where) =>
      (['tcp', 'udp'] as const).flatMap((protocol) =>
        (['en', 'ko'] as const).flatMap((locale) =>
          SERVICES.map((named) => ({
            where,
            version,
            protocol,
            locale,
            ip: version === 4 ? '203.0.113.7' : '2001:db8::7',
            port: 5556,
            ...named,
          })),
        ),
      ),
    ),
  ),
)

function findings(verdict: WhereVerdict, version: 4 | 6): Where[] {
  const plain = whereOf(verdict, version)
  if (version === 6) return [plain, whereOf(verdict, 6, { distance: null }), filtered(verdict, 6)]
  return [
    plain,
    whereOf(verdict, 4, { distance: 1 }),
    whereOf(verdict, 4, { distance: null, stoppedAfter: null }),
    ...(PROVING.includes(verdict) ? [whereOf(verdict, 4, { allPorts: true }), whereOf(verdict, 4, { forwarders: 2 })] : []),
    ...(verdict.startsWith('refused-') ? [filtered(verdict, 4)] : []),
    ...(verdict === 'refused-at-address' ? [whereOf(verdict, 4, { forwardingRule: 'proven', forwarders: 1 })] : []),
  ]
}

/** Returns a finding whose refusal comes from a firewall. */
export function filtered(verdict: WhereVerdict, version: 4 | 6): Where {
  return whereOf(verdict, version, { evidence: [{ hopLimit: 97, from: 'target', reason: 'admin-prohibited' }] })
}
