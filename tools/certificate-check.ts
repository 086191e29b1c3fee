import { SITUATION } from '../src/advice/index.ts'
import { keyIn, PROOF_KEY } from '../src/diagnostics/port/index.ts'
import {
  CHALLENGE_FILE,
  COMMAND,
  checkIssuance,
  ISSUANCE_FIELDS,
  issuanceTold,
  METHODS,
  stepsForTerminal,
} from '../src/issuance/index.ts'
import { defineTool, NEXT_ACTIONS, oneOf, publicName, t, usually } from '../src/tool.ts'
import { text } from './certificate-check.text.ts'

/** Checks whether an authority that speaks ACME would issue a certificate for a name, without asking one. */
export default defineTool({
  path: '/api/tools/certificate-check',
  group: 'web',
  rank: 95,
  programs: ['certbot', 'acme', 'letsencrypt', 'lego'],
  text,
  policy: publicName('domain', { ports: [80, 443] }),
  body: t.Object({
    domain: t.String({ examples: ['home.example.com'] }),
    methods: usually(t.Array(oneOf(...METHODS), { minItems: 1, maxItems: METHODS.length, uniqueItems: true }), [...METHODS]),
    proof: t.Optional(PROOF_KEY),
    file: t.Optional(CHALLENGE_FILE),
  }),
  result: t.Object({ situation: SITUATION, ...ISSUANCE_FIELDS, commands: t.Array(COMMAND), nextActions: NEXT_ACTIONS }),
  good: { field: 'verdict', values: ['would-work'] },
  short: { field: 'best' },
  compares: { field: 'best' },
  news: ['best'],
  blocks: (answer, { say, locale }) => issuanceTold(answer, (method) => say(`value.methods.${method}`), locale),
  steps: ({ nextActions }) => stepsForTerminal(nextActions),
  headline({ domain, unicodeDomain = domain, methods, best }, { say }) {
    if (best !== null) return say('headline.would-work', { domain: unicodeDomain, method: best.toUpperCase() })
    const isHopeless = methods.every(({ verdict }) => verdict === 'would-fail')
    return say(isHopeless ? 'headline.would-fail' : 'headline.cannot-tell', { domain: unicodeDomain })
  },
  async run({ body, target, net, ipdata, disclosure, caller, catalogue, locale }) {
    const methods = body.methods ?? METHODS
    const means = { net, ipdata, disclosure, caller, catalogue: await catalogue(), locale }
    return checkIssuance({ target, methods, key: keyIn(body.proof), file: body.file ?? null, ...means })
  },
})
