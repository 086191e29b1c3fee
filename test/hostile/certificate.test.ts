// Names whose name servers and web servers are hostile to certificate-check: bounds, and nobody else is contacted.
import { expect } from 'bun:test'
import { answerBroken } from '../support/hostile/bounds.ts'
import { CERTIFICATE_CASES, elsewhere, POLITE_NAME, REDIRECT_CASES } from '../support/hostile/certificate-cases.ts'
import { type Answered, HOSTILE_NEEDS, type HostileLab, type Measured, type Request } from '../support/hostile/lab.ts'
import { hostileLabOfFile } from '../support/hostile/suite.ts'
import { tryOut, tryTogether } from '../support/hostile/try.ts'
import { REBOUND, webAddress, webName } from '../support/hostile/web-names.ts'
import { WEB_PEERS } from '../support/hostile/web-peer.ts'
import { labTest } from '../support/lab.ts'
import { postTool } from '../support/server.ts'

/** Characters that no text of a stranger keeps: controls, and those that turn the direction of a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
const UNCLEAN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

const started = hostileLabOfFile()
let warmed: Promise<HostileLab> | undefined
/** Starts the lab; the cost of reading and compiling the tool is not a stranger's doing. */
function theLab(): Promise<HostileLab> {
  warmed ??= started().then(async (lab) => {
    for (let times = 0; times < 3; times++) await postTool(lab.server.url, 'certificate-check', { domain: POLITE_NAME })
    return lab
  })
  return warmed
}

/** Measures without the packets of the case before, which may have been written down late. */
async function measureAlone(lab: HostileLab, ...requests: readonly Request[]): Promise<Measured> {
  const sinceMs = Date.now()
  const measured = await lab.measure(...requests)
  return { ...measured, packets: measured.packets.filter(({ atMs }) => atMs >= sinceMs) }
}

function uncleanIn(value: unknown): string[] {
  if (typeof value === 'string') return UNCLEAN.test(value) ? [JSON.stringify(value)] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(uncleanIn) : []
}

const unclean = (answers: readonly Answered[]) => answers.flatMap(({ text }) => uncleanIn(JSON.parse(text)))

const slow = CERTIFICATE_CASES.filter(({ isSlow }) => isSlow)
labTest('all at once: those who keep a request waiting', HOSTILE_NEEDS, async () =>
  expect(await tryTogether(await theLab(), slow)).toEqual([]),
)

for (const one of CERTIFICATE_CASES.filter(({ isSlow }) => !isSlow)) {
  labTest(one.name, HOSTILE_NEEDS, async () => {
    const lab = await theLab()
    const alone = { ...lab, measure: (...requests: readonly Request[]) => measureAlone(lab, ...requests) }
    const { measured, broken } = await tryOut(alone, one, 1)
    expect([...broken, ...elsewhere(measured.packets, one.isOwn), ...unclean(measured.answers)]).toEqual([])
  })
}

labTest(
  'redirects inwards, to others and on for ever: nobody is asked but the addresses of each name',
  HOSTILE_NEEDS,
  async () => {
    const lab = await theLab()
    const { answers, packets, plays } = await measureAlone(lab, ...REDIRECT_CASES.map((one) => one.request(1)))
    expect(plays).toBeGreaterThanOrEqual(REDIRECT_CASES.length)
    const isOwn = (address: string) => REDIRECT_CASES.some((one) => one.isOwn(address))
    const broken = REDIRECT_CASES.flatMap(({ name, request }, index) => {
      const answer = answers[index]
      return (answer ? answerBroken(answer, request(1)) : ['no answer']).map((what) => `${name}: ${what}`)
    })
    expect([...broken, ...elsewhere(packets, isOwn, REDIRECT_CASES.length), ...unclean(answers)]).toEqual([])
    // Each was asked, and none is said to be fine.
    const wrong = REDIRECT_CASES.flatMap(({ name }, index) => {
      const asked = packets.some(({ to, kind }) => kind === 'syn' && to === webAddress('redirect', index))
      const { methods = [] } = JSON.parse(answers[index]?.text ?? '{}')
      return asked && methods[0]?.verdict !== 'would-work' ? [] : [`${name}: ${JSON.stringify(methods)}`]
    })
    expect(wrong).toEqual([])
  },
)

labTest('a name that changes its address between two lookups', HOSTILE_NEEDS, async () => {
  const lab = await theLab()
  const { answers, packets } = await measureAlone(lab, { tool: 'certificate-check', body: { domain: 'rebind.web.evil.test' } })
  expect(answers.map(({ status }) => status)).toEqual([200])
  const mayAsk = [REBOUND.first, ...REBOUND.others]
  expect(packets.filter(({ to, kind }) => kind === 'syn' && REBOUND.others.some((other) => other === to))).toEqual([])
  expect(elsewhere(packets, (address) => mayAsk[0] === address)).toEqual([])
})

labTest('the text of a terminal has nothing of what a server forged', HOSTILE_NEEDS, async () => {
  const lab = await theLab()
  const forged = [...WEB_PEERS.entries()].filter(([, { name }]) => name.includes('forged'))
  expect(forged).toHaveLength(2)
  for (const [index] of forged) {
    const body = { domain: webName('page', index), methods: ['http-01'] }
    for (const [accept, language] of [
      ['text/plain', 'en'],
      ['text/plain', 'ko'],
      ['application/json', 'ko'],
    ] as const) {
      const answer = await postTool(lab.server.url, 'certificate-check', body, { accept, 'accept-language': language })
      const text = await answer.text()
      expect(accept === 'text/plain' ? uncleanIn(text) : uncleanIn(JSON.parse(text))).toEqual([])
    }
  }
})
