import { ABOUT_OTHERS } from '../../../contract/about-others.gen.ts'
import { type LinkedResult, readResult } from '../../../contract/result-link.ts'
import { wayText } from '../../../diagnostics/where/way.text.ts'
import { isEnd } from '../../../diagnostics/where/way.ts'
import { actionLabelsText } from '../../../operations/registry/action-labels.text.ts'
import type { ListedTool } from './answers.ts'
import { type Catalogue, useCatalogue } from './ask.ts'
import { frameText, linkedText } from './frame.text.ts'
import { type Fact, Facts, Head, type Mark } from './parts.tsx'
import { WherePath } from './reach-result.tsx'
import { CHECK } from './runs.ts'
import { linkTo, useTitle } from './use-route.ts'
import { useLocale, usePageWords, useSay } from './words.ts'

interface LinkedProps {
  readonly result: LinkedResult
  /** Null until it has come. */
  readonly catalogue: Catalogue | null
}

/** Renders the result that a link brings, from the link alone: nothing is checked for it, and only the names of the catalogue are loaded. */
export function LinkedView({ data, tools }: { readonly data: string; readonly tools: readonly ListedTool[] }) {
  const [say, page] = [useSay(linkedText), usePageWords()]
  const result = readResult(data)
  const catalogue = useCatalogue(Boolean(result?.useCase ?? result?.routerBrand))
  const title = tools.find(({ name }) => name === result?.tool)?.title
  useTitle(result && [...(title ? [title] : []), page('nav.result')].join(' · '))
  return (
    <section class="outcome linked" aria-labelledby="linked">
      <h1 id="linked">{page('nav.result')}</h1>
      {result ? (
        <DrawnResult result={result} catalogue={catalogue} tools={tools} server={location.host} />
      ) : (
        <p class="trouble" role="alert">
          {say('broken')}
        </p>
      )}
      <p class="buttons screen">
        <a class="button" href={result ? againLink(result, tools) : '#'}>
          {say('again')}
        </a>
      </p>
    </section>
  )
}

/** The fields of a request by which tools are asked for the same. */
const ASKED = ['domain', 'host', 'target', 'url', 'recordType', 'useCase', 'port', 'routerBrand'] as const

/** Returns where a reader can run the same: the form of its tool is filled in, and nothing is sent. */
export function againLink(result: LinkedResult, tools: readonly ListedTool[]): string {
  const { tool, ip, port, protocol } = result
  if (!tools.some(({ name }) => name === tool)) return '#'
  const more = [...(ABOUT_OTHERS.has(tool) ? [['ip', ip] as const] : []), ...(port ? [['protocol', protocol] as const] : [])]
  const asked = [...ASKED.map((field) => [field, result[field]] as const), ...more].filter(([, value]) => value !== undefined)
  return linkTo(tool === 'reachability' ? CHECK : tool, Object.fromEntries(asked))
}

/** Renders it in the language of the reader, from its codes. Anybody can write a link, so each code is one of the page or left aside. */
export function DrawnResult({
  result,
  catalogue,
  tools,
  server,
}: LinkedProps & { tools: readonly ListedTool[]; server: string }) {
  const [say, frame] = [useSay(linkedText), useSay(frameText)]
  const { mark, text, step } = useFinding(result)
  const { tool } = result
  const title = tool === 'home' ? say('tool.home') : (tools.find(({ name }) => name === tool)?.title ?? say('tool.unknown'))
  return (
    <>
      <p class="quiet">{say('says.that', { server, at: timeOf(result) })}</p>
      <Head mark={mark} note={text && title}>
        {text ?? title}
      </Head>
      {result.situation && result.ip && result.port ? <Way result={result} catalogue={catalogue} /> : null}
      {step ? (
        <section class="next">
          <h3>{frame('next.first')}</h3>
          <p>{step}</p>
        </section>
      ) : null}
      <Facts facts={useFacts({ result, catalogue })} />
    </>
  )
}

/** Returns the minute of a check, readable in every language. */
export function timeOf({ checkedAt }: Pick<LinkedResult, 'checkedAt'>): string {
  return `${checkedAt.slice(0, 10)} ${checkedAt.slice(11, 16)} UTC`
}

type Key = Exclude<keyof typeof linkedText.en, 'says.that'>
const isKey = (key: string): key is Key => Object.hasOwn(linkedText.en, key) && key !== 'says.that'

/** Returns the mark of a finding; null for a plan, which checks nothing, so that what it leaves open is no doubt. */
function linkedMark({ good, found }: LinkedResult): Mark | null {
  if (good === undefined) return found ? 'unknown' : null
  return good === 'true' ? 'good' : 'bad'
}

/** The finding of a result that has no words of its own. */
const GENERAL_FINDINGS = { good: 'good', bad: 'bad', unknown: 'found.unknown' } as const

/** Returns the finding in words of the page, none where the title says it all, and the first thing to do, as its button says it. */
export function useFinding(result: LinkedResult) {
  const [say, labels] = [useSay(linkedText), actionLabelsText[useLocale()]]
  const { tool, good, situation, found, step = '' } = result
  const mark = linkedMark(result)
  const isTitleEnough = mark === null || (mark === 'good' && !found)
  const general = isTitleEnough ? null : GENERAL_FINDINGS[mark]
  const key = [`found.${situation}`, `found.${found}`, `${tool}.${good}`].find(isKey) ?? general
  const text = key && (mark !== null || key !== 'found.unknown') ? say(key) : null
  return { mark, text, step: Object.hasOwn(labels, step) ? labels[step] : null }
}

function Way({ result, catalogue }: LinkedProps) {
  const { ip = null, end = '', rule, situation, found, identity: kind, blockedAt, proof } = result
  return (
    <WherePath
      ip={ip}
      where={isEnd(end) ? { verdict: end, forwardingRule: rule === 'proven' ? rule : null } : null}
      isOpen={found === 'open'}
      situation={isKey(`found.${situation}`) ? situation : null}
      identity={kind ? { kind } : null}
      proof={proof === 'proven' || proof === 'someone-else' ? proof : null}
      called={{ program: nameOf(result.useCase, catalogue?.services) ?? portsOf(result) }}
      isElsewhere={blockedAt === 'address'}
    />
  )
}

/** Returns the name of an id; null for one that is not known here. */
function nameOf(id: string | undefined, entries: Catalogue['services'] = []): string | null {
  return entries.find((entry) => entry.id === id)?.name ?? null
}

function portsOf({ port, protocol = 'tcp', ports }: LinkedResult): string | null {
  const all = port === undefined ? (ports?.split(',') ?? []) : [`${protocol}-${port}`]
  return all.map((one) => one.replace('-', ' ').toUpperCase()).join(', ') || null
}

/** Returns what was checked and found, row by row: also what a sender sees before a link is made. */
export function useFacts({ result, catalogue }: LinkedProps): readonly Fact[] {
  const [say, page, way] = [useSay(linkedText), usePageWords(), useSay(wayText)]
  const { good, sent, received, asn } = result
  const problems = (result.problems ?? '').split(',').map((code) => `problem.${code}`)
  const told = problems.flatMap((key) => (isKey(key) ? [say(key)] : [])).join(' · ')
  return [
    [say('field.name'), result.domain ?? result.hostname ?? result.host ?? result.target ?? result.url],
    [say('field.address'), result.ip ?? result.address],
    [page('reach.service'), nameOf(result.useCase, catalogue?.services)],
    [say('field.port'), portsOf(result)],
    [way('at.router'), nameOf(result.routerBrand, catalogue?.brands)],
    [say('field.record'), result.recordType],
    [say('field.values'), result.values?.replaceAll(',', ', ')],
    [say('field.status'), result.httpStatus],
    [say('field.replies'), sent && received && `${received} / ${sent}`],
    [say('field.latency'), result.average && `${result.average} ms`],
    [say('field.hops'), result.hops],
    [say('field.days'), result.days],
    [page('status.problem'), good === 'true' ? null : told],
    [page('you.place'), [result.countryCode, result.place].filter(Boolean).join(' · ')],
    [page('you.network'), [asn && `AS${asn}`, result.prefix].filter(Boolean).join(' · ')],
  ]
}
