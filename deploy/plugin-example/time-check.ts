import { defineTool, NEXT_ACTIONS, oneOf, orNull, PORT, publicService, t, usually } from 'doorstep'
import { offsetMsIn, QUESTION } from './lib/ntp.ts'
import { text } from './time-check.text.ts'

/** Routers whose clock is wrong reject valid certificates. This asks their time server. */
export default defineTool({
  path: '/api/tools/time-check',
  group: 'web',
  text,
  // The host has been resolved and judged before anything is sent. Only its endpoints can be connected to.
  policy: publicService('host', 'port', { usualPort: 123 }),
  body: t.Object({ host: t.String({ examples: ['time.example.com'] }), port: usually(PORT, 123) }),
  result: t.Object({
    host: t.String(),
    address: orNull(t.String()),
    status: oneOf('answered', 'silent'),
    reason: orNull(t.String()),
    offsetMs: orNull(t.Integer()),
    nextActions: NEXT_ACTIONS,
  }),
  // Any other finding makes `doorstep time-check` exit with 1.
  good: { field: 'status', values: ['answered'] },
  headline: ({ host, offsetMs }, { say }) =>
    offsetMs === null ? say('silent', { host }) : say('answered', { host, offset: offsetMs }),
  async run({ body: { host }, target, net, next }) {
    const [endpoint] = target.endpoints
    const finding = endpoint ? await net.udp.probe(endpoint, [QUESTION]) : null
    const offsetMs = finding?.reply ? offsetMsIn(finding.reply, Date.now()) : null
    const status: 'answered' | 'silent' = offsetMs === null ? 'silent' : 'answered'
    return {
      host,
      address: endpoint?.address.text ?? null,
      status,
      reason: finding?.reason ?? null,
      offsetMs,
      nextActions: offsetMs === null ? [next('ask-another', { host })] : [],
    }
  },
})
