import { join } from 'node:path'
import { ROOT } from '../server.ts'
import type { EchoJob, EchoOutcome } from './echo-job.ts'
import { run } from './namespace.ts'

const SCRIPT = join(ROOT, 'test', 'support', 'net', 'echo-job.ts')

export const ECHO_LAB_NEEDS = { programs: ['unshare', 'ip', 'nft', 'sysctl', 'setpriv'], root: true }

/** Addresses of a machine without a network, by the fate of echo requests to them. */
export const FATES = {
  answered: { 4: '192.0.2.1', 6: '2001:db8::1' },
  secondLost: { 4: '192.0.2.2', 6: '2001:db8::2' },
  lost: { 4: '192.0.2.3', 6: '2001:db8::3' },
  prohibited: { 4: '192.0.2.4', 6: '2001:db8::4' },
  /** Blocked by its own firewall, on their way out. */
  blocked: { 4: '192.0.2.5', 6: '2001:db8::5' },
  thirdBlocked: { 4: '192.0.2.6', 6: '2001:db8::6' },
} as const
/** The same for addresses on a link with no other machine. */
const LINK = { 4: '198.51.100.1', 6: '2001:db8:2::1' } as const
export const BEHIND_LINK = {
  refusedLocally: { 4: '198.51.100.7', 6: '2001:db8:2::7' },
  absent: { 4: '198.51.100.8', 6: '2001:db8:2::8' },
} as const
export const NO_ROUTE = { 4: '203.0.113.1', 6: '2001:db8:1::1' } as const

function rules(): string {
  const all = { ...FATES, ...BEHIND_LINK }
  const on = (fate: keyof typeof all, what: string, icmp = '') => [
    `ip daddr ${all[fate][4]} icmp type echo-request ${icmp && `icmp ${icmp}`} ${what}`,
    `ip6 daddr ${all[fate][6]} icmpv6 type echo-request ${icmp && `icmpv6 ${icmp}`} ${what}`,
  ]
  return [
    'table inet fates {',
    'chain input { type filter hook input priority 0',
    ...on('secondLost', 'drop', 'sequence 2'),
    ...on('lost', 'drop'),
    ...on('prohibited', 'reject with icmpx admin-prohibited'),
    '}',
    'chain output { type filter hook output priority 0',
    ...on('blocked', 'drop'),
    ...on('thirdBlocked', 'drop', 'sequence 3'),
    ...on('refusedLocally', 'reject with icmpx admin-prohibited'),
    '}',
    '}',
    '',
  ].join('\n')
}

/** Runs a job on a machine without a network, where every group or none may have sockets for echo requests. */
export async function echoOn(
  job: EchoJob,
  { pingGroups, front = [] }: { pingGroups: boolean; front?: readonly string[] },
): Promise<EchoOutcome> {
  const setUp = [
    'ip link set lo up',
    ...Object.values(FATES).flatMap(({ 4: four, 6: six }) => [
      `ip addr add ${four}/32 dev lo`,
      `ip addr add ${six}/128 dev lo nodad`,
    ]),
    'ip link add near type veth peer name far',
    `ip addr add ${LINK[4]}/24 dev near`,
    `ip addr add ${LINK[6]}/64 dev near nodad`,
    'ip link set near up',
    'ip link set far up',
    `sysctl -qw net.ipv4.ping_group_range="${pingGroups ? '0 2147483647' : '1 0'}"`,
    'nft -f -',
    'exec "$@"',
  ]
  const command = [...front, process.execPath, SCRIPT, JSON.stringify(job)]
  return JSON.parse(await run(['unshare', '-n', 'sh', '-ec', setUp.join('\n'), 'sh', ...command], { input: rules() }))
}
