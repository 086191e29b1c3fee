import { defineQuery, t } from '../src/tool.ts'
import { text } from './ip.text.ts'

/** The first question of all: which address does the world see? One line to paste into a script or a DNS record. */
export default defineQuery({
  path: '/api/ip',
  group: 'ip',
  rank: 13,
  text,
  result: t.String(),
  run: ({ caller }) => caller.address.text,
})
