import type { Locale } from '../../contract/text.ts'
import type { Runnable } from '../../run/run.ts'
import type { Listed } from './page/state.ts'

/** The order in which people need them, from "can I be reached" to what explains it. Others, such as plug-ins, follow. */
const ORDER = [
  ...['reachability', 'port-check', 'public-service-check', 'port-forward-plan', 'router-login-route'],
  ...['ddns-match', 'dns-lookup', 'dns-propagation', 'reverse-dns', 'http-headers', 'ssl-check'],
  ...['ping', 'traceroute', 'ip-lookup', 'ip-location'],
]

/** The tools that have a form; the first view already shows what the others answer. */
export function listed(tools: Iterable<Runnable>, locale: Locale): Listed[] {
  const rank = ({ name }: Listed) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)
  return [...tools]
    .filter(({ tool }) => tool.body !== null)
    .map(({ name, tool }) => ({ name, group: tool.group, summary: tool.text.say(locale, 'summary', {}) }))
    .sort((one, other) => rank(one) - rank(other))
}
