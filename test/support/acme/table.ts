// The ends of real orders, beside what doorstep said before: for tests, and as a table for people.
import { METHODS, type Method, type MethodVerdict, type ProblemCode } from '../../../src/issuance/fields.ts'
import type { Ordered } from './client.ts'
import type { Setup } from './setup.ts'
import { SETUPS } from './setups.ts'

/** One method of one set-up: the order, and what was said of it. */
export interface Tried {
  readonly setup: Setup
  readonly method: Method
  readonly ordered: Ordered
  readonly verdict: MethodVerdict
  readonly problems: readonly ProblemCode[]
}

/** Returns whether the largest authority issues: what the one of the lab did, except where its rules are other ones. */
function wouldIssue({ setup, method, ordered }: Pick<Tried, 'setup' | 'method' | 'ordered'>): boolean {
  return setup.differs?.[method]?.issues ?? ordered.issued
}

/** Returns whether a verdict is wrong: it promises a certificate that does not come, or gives up one that does. */
export function isWrong(tried: Tried): boolean {
  return isSure(tried) && (tried.verdict === 'would-work') !== wouldIssue(tried)
}

const isSure = ({ verdict }: Tried) => verdict !== 'cannot-tell'

/** Returns the table in Markdown, with what differs between authorities and how often each verdict was right. */
export function tableOf(all: readonly Tried[]): string {
  const setups = SETUPS.filter((setup) => all.some((tried) => tried.setup === setup))
  const reasons = [...new Set(setups.flatMap(({ differs = {} }) => Object.values(differs).map(({ because }) => because)))]
  const cell = (tried: Tried | undefined) => {
    if (!tried) return ''
    const because = tried.setup.differs?.[tried.method]?.because
    const mark = because === undefined ? '' : ` (${reasons.indexOf(because) + 1})`
    return `${tried.ordered.issued ? 'issued' : 'refused'}${mark}: \`${tried.verdict}\``
  }
  const rows = setups.map((setup) => {
    const own = all.filter((tried) => tried.setup === setup)
    const problems = [...new Set(own.flatMap((tried) => tried.problems))].map((code) => `\`${code}\``)
    const cells = METHODS.map((method) => cell(own.find((tried) => tried.method === method)))
    return `| ${[setup.title, ...cells, problems.join(', ')].join(' | ')} |\n`
  })
  const counts = METHODS.map((method) => {
    const own = all.filter((tried) => tried.method === method)
    const open = own.filter((tried) => !isSure(tried)).length
    const wrong = own.filter(isWrong).length
    const byRules = own.filter((tried) => wouldIssue(tried) !== tried.ordered.issued && !isWrong(tried) && isSure(tried)).length
    return `| ${method} | ${own.length} | ${own.length - open - wrong - byRules} | ${byRules} | ${open} | ${wrong} |\n`
  })
  return `| method | set-ups | right by the order | right by the rules alone | left open | wrong |
| --- | --- | --- | --- | --- | --- |
${counts.join('')}
| set-up | HTTP-01 | TLS-ALPN-01 | DNS-01 | problems |
| --- | --- | --- | --- | --- |
${rows.join('')}
${reasons.map((reason, at) => `${at + 1}. ${reason}\n`).join('')}`
}
