import { keyIn, PROOF_KEY } from '../src/diagnostics/port/index.ts'
import {
  adviseIssuance,
  COMMAND,
  dnsProviderOf,
  gather,
  ISSUANCE_FIELDS,
  judgeIssuance,
  METHOD_NAMES,
  METHODS,
  printIssuance,
  showIssuance,
} from '../src/issuance/index.ts'
import { blockOf, providerOfNetwork } from '../src/router/index.ts'
import { defineTool, NEXT_ACTIONS, oneOf, publicName, t, usually } from '../src/tool.ts'
import { text } from './certificate-check.text.ts'

/** The actions with lines to type, which are printed by themselves; of those after them, a terminal shows the first. */
const LINES: readonly string[] = ['use-certbot', 'use-caddy', 'use-acme-sh']
/** The actions that a terminal shows without details. */
const SHOWN_STEPS = 3

/** Checks whether an authority that speaks ACME would issue a certificate for a name, without asking one. */
export default defineTool({
  path: '/api/tools/certificate-check',
  group: 'web',
  rank: 95,
  text,
  policy: publicName('domain', { ports: [80, 443] }),
  body: t.Object({
    domain: t.String({ examples: ['home.example.com'] }),
    methods: usually(t.Array(oneOf(...METHODS), { minItems: 1, maxItems: METHODS.length, uniqueItems: true }), [...METHODS]),
    proof: t.Optional(PROOF_KEY),
  }),
  result: t.Object({ ...ISSUANCE_FIELDS, commands: t.Array(COMMAND), nextActions: NEXT_ACTIONS }),
  good: { field: 'verdict', values: ['would-work'] },
  news: ['best'],
  print: printIssuance,
  steps: ({ nextActions }) => {
    const lines = nextActions.findIndex(({ code }) => LINES.includes(code))
    if (lines < 0) return nextActions.slice(0, SHOWN_STEPS)
    const [later] = nextActions.slice(lines).filter(({ code }) => !LINES.includes(code))
    return [...nextActions.slice(0, lines), ...(later ? [later] : [])].slice(0, SHOWN_STEPS)
  },
  headline({ domain, unicodeDomain = domain, methods, best }, { say }) {
    if (best !== null) return say('headline.would-work', { domain: unicodeDomain, method: METHOD_NAMES[best] })
    const isHopeless = methods.every(({ verdict }) => verdict === 'would-fail')
    return say(isHopeless ? 'headline.would-fail' : 'headline.cannot-tell', { domain: unicodeDomain })
  },
  async run({ body, target, net, ipdata, disclosure, caller, catalogue, locale }) {
    const methods = body.methods ?? METHODS
    const known = await catalogue()
    const facts = await gather({ target, methods, net, ipdata, disclosure, caller, catalogue: known, key: keyIn(body.proof) })
    const judgement = judgeIssuance(facts, methods)
    const servers = (facts.dns.zone?.servers ?? []).map(({ name }) => name)
    const own = facts.addresses.find(({ isRequester }) => isRequester)
    const isp = own ? providerOfNetwork(ipdata.network(own.address).asn, known) : null
    const advice = adviseIssuance({
      facts,
      judgement,
      provider: dnsProviderOf(target.ascii, servers, known),
      line: isp && { name: isp.name[locale], blocks: (port) => blockOf(isp, port, 'tcp')?.certainty ?? null },
      locale,
    })
    return { ...showIssuance(facts, judgement, locale), ...advice }
  },
})
