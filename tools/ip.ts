import { defineQuery, t } from '../src/tool.ts'
import { text } from './ip.text.ts'

/** The requester's address on one line, to paste into a script or a DNS record. */
export default defineQuery({
  path: '/api/ip',
  group: 'ip',
  rank: 13,
  programs: ['myip', 'ifconfig', 'ipconfig', 'whoami'],
  text,
  result: t.String(),
  run: ({ caller }) => caller.address.text,
})
