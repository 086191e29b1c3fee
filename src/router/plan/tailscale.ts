import { alternativesText } from './alternatives.text.ts'
import { type PlanFacts, takesCommands } from './facts.ts'

const WINDOWS = ['winget install Tailscale.Tailscale', 'tailscale up']
const LINUX = ['curl -fsSL https://tailscale.com/install.sh | sh', 'sudo tailscale up']

/** Lines whose effect lasts until the machine is set up anew, not only until its next start. */
const FORWARDING = [
  "echo 'net.ipv4.ip_forward = 1' | sudo tee /etc/sysctl.d/99-tailscale.conf",
  'sudo sysctl -p /etc/sysctl.d/99-tailscale.conf',
]

/** Returns Tailscale on the device itself, or for a device that takes no programs or is asleep, on a neighbour of it. */
export function tailscale(facts: PlanFacts): { text: string; lines: string[] } {
  const { internalIp, platform, service, locale } = facts
  if (service.id === 'wake-on-lan') return { text: alternativesText.say(locale, 'tailscale-awake', {}), lines: LINUX }
  if (internalIp !== null && !takesCommands({ ...facts, platform: null })) {
    const text = alternativesText.say(locale, 'tailscale-neighbour', { address: internalIp })
    return { text, lines: [...LINUX, ...FORWARDING, `sudo tailscale set --advertise-routes=${internalIp}/32`] }
  }
  // Remote Desktop runs on Windows only.
  const system = platform ?? (service.id === 'rdp' ? 'windows' : 'linux')
  const install = system === 'windows' ? WINDOWS : system === 'linux' ? LINUX : null
  return { text: alternativesText.say(locale, 'tailscale', {}), lines: install ? [...install, 'tailscale ip -4'] : [] }
}
