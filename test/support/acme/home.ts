// A home behind a router in the world of the orders: each of its set-ups has a public address and a device of its own.
import { type Namespace, run } from '../net/namespace.ts'
import type { Place } from './setup.ts'

const UP = { device: 'street2', near4: '198.18.3.2', far4: '198.18.3.1' }
const LAN = { device: 'lan', near4: '192.168.1.254', far4: '192.168.1.253' }
/** The ports of the rules: those that authorities ask, and the one behind 443 for answers. */
const PORTS = '{ 80, 443, 10443 }'

/** Joins a home to the world; `device` has the addresses of all its devices, and asks from that where nothing listens. */
export async function joinHome(world: Namespace, home: Namespace, device: Namespace, places: readonly Place[]): Promise<void> {
  await run(home.inside(['sysctl', '-qw', 'net.ipv4.ip_forward=1']))
  await link(world, home, UP)
  await link(home, device, LAN)
  const batch = (name: string, lines: readonly string[]) => run(['ip', '-n', name, '-batch', '-'], { input: lines.join('\n') })
  await batch(
    world.name,
    places.map(({ address4 }) => `route add ${address4} via ${UP.near4}`),
  )
  await batch(home.name, [
    `route replace default via ${UP.far4}`,
    ...places.map(({ address4 }) => `addr add ${address4}/32 dev lo`),
  ])
  const asks = places.find(({ setup }) => setup.home?.listens === false)
  await batch(device.name, [
    ...places.map(({ bound4 }) => `addr add ${bound4}/24 dev ${LAN.device}`),
    `route replace default via ${LAN.near4}${asks ? ` src ${asks.bound4}` : ''}`,
  ])
  await run(home.inside(['nft', '-f', '-']), { input: routerRules(places) })
}

async function link(near: Namespace, far: Namespace, { device, near4, far4 }: typeof UP): Promise<void> {
  const isUp = device === UP.device
  await run([
    'ip',
    'link',
    'add',
    device,
    'netns',
    near.name,
    'type',
    'veth',
    'peer',
    'name',
    isUp ? 'wan' : device,
    'netns',
    far.name,
  ])
  const [own, other] = isUp ? [far4, near4] : [near4, far4]
  await run(['ip', '-n', near.name, '-batch', '-'], { input: `addr add ${own}/24 dev ${device}\nlink set ${device} up` })
  const name = isUp ? 'wan' : device
  await run(['ip', '-n', far.name, '-batch', '-'], { input: `addr add ${other}/24 dev ${name}\nlink set ${name} up` })
}

/** Returns the rules of a router that is silent to what it does not forward. */
function routerRules(places: readonly Place[]): string {
  const forwarded = places.filter(({ setup }) => setup.home?.rule)
  const rules = forwarded.map(
    ({ address4, bound4 }) => `iifname "wan" ip daddr ${address4} tcp dport ${PORTS} dnat ip to ${bound4}`,
  )
  const sources = places.map(({ address4, bound4 }) => `oifname "wan" ip saddr ${bound4} snat ip to ${address4}`)
  return `table inet home {
chain prerouting {
type nat hook prerouting priority dstnat
${rules.join('\n')}
}
chain postrouting {
type nat hook postrouting priority srcnat
${sources.join('\n')}
}
chain input {
type filter hook input priority 0; policy drop
ct state established,related accept
iifname { "lan", "lo", "host" } accept
icmp type echo-request accept
}
chain forward {
type filter hook forward priority 0; policy drop
ct state established,related accept
iifname "lan" accept
ct status dnat accept
}
}
`
}
