import { useEffect, useState } from 'preact/hooks'
import type { Good } from '../../../contract/good.ts'
import { isRecord } from '../../../contract/record.ts'
import { isAboutOthers, type LinkedResult, readResult } from '../../../contract/result-link.ts'
import type { ReachStep } from './answers.ts'
import { foundKey, foundText } from './found.text.ts'
import { Head } from './head.tsx'
import { linkedText } from './linked.text.ts'
import { factsIn, isFound, requestIn, stepSentence } from './linked-facts.ts'
import { linkedFoundText } from './linked-found.text.ts'
import { linkedStepText } from './linked-step.text.ts'
import { type Mark, markOf } from './mark.ts'
import { type Fact, Facts } from './results/facts.tsx'
import type { Listed } from './state.ts'
import { STEPS, Steps } from './steps.tsx'
import { useTitle } from './title.ts'
import { usePageWords, useSay } from './words.ts'
import { WorldMap } from './world-map.tsx'

type ReadState = LinkedResult | 'reading' | 'broken'

interface Props {
  readonly data: string
  readonly tools: readonly Listed[]
}

/** Renders the result that a link brings, from the link alone: nothing is loaded or checked for it. */
export function LinkedView({ data, tools }: Props) {
  const [say, page] = [useSay(linkedText), usePageWords()]
  const [read, setRead] = useState<ReadState>('reading')
  useEffect(() => {
    let isWanted = true
    readResult(data).then((result) => isWanted && setRead(result ?? 'broken'))
    return () => {
      isWanted = false
    }
  }, [data])
  const result = typeof read === 'string' ? null : read
  useTitle(result && `${tools.find(({ name }) => name === result.tool)?.title ?? result.tool} · ${page('nav.result')}`)
  const isPlan = tools.some(({ name, group }) => name === result?.tool && group === 'router')
  const again = !result || isAboutOthers(result.tool) ? 'again' : isPlan ? 'again-form' : 'again-own'
  return (
    <section class="outcome linked" aria-labelledby="linked">
      <h1 id="linked">{page('nav.result')}</h1>
      {read === 'broken' ? (
        <p class="trouble" role="alert">
          {say('broken')}
        </p>
      ) : null}
      {result ? <DrawnResult result={result} server={location.host} tools={tools} /> : null}
      <p class="buttons screen">
        <a class="button" href={result ? againLink(result, tools) : '#'}>
          {say(again)}
        </a>
      </p>
    </section>
  )
}

/** Returns where a reader can run the same: the form of its tool is filled in, and nothing is sent. */
function againLink(result: LinkedResult, tools: readonly Listed[]): string {
  const { tool } = result
  return tool !== 'reachability' && tools.some(({ name }) => name === tool) ? `#${tool}?${requestIn(result)}` : '#'
}

interface Drawn {
  readonly result: LinkedResult
  readonly tools: readonly Listed[]
}

/** Renders it in the language of the reader, from its codes. Anybody can write a link, so nothing in it is taken for granted. */
export function DrawnResult({ result, server, tools }: Drawn & { readonly server: string }) {
  const say = useSay(linkedText)
  const { blockedAt } = result
  const steps = useSteps(result.steps)
  return (
    <>
      <p class="note">{say('says.that', { server, at: timeOf(result) })}</p>
      <Headline result={result} tools={tools} />
      <Facts facts={useFacts(result)} />
      {steps.length === 0 ? null : <Steps steps={steps} cause={steps.find(({ step }) => step === blockedAt)?.step ?? null} />}
      <Place coordinates={result.coordinates} />
    </>
  )
}

/** Returns the minute of a check, readable in every language. */
export function timeOf({ checkedAt }: Pick<LinkedResult, 'checkedAt'>): string {
  return `${checkedAt.slice(0, 10)} ${checkedAt.slice(11, 16)} UTC`
}

/** Returns what was checked and found, row by row: also what a sender sees before a link is made. */
export function useFacts(result: LinkedResult): readonly Fact[] {
  const [say, sayStep, found] = [useSay(linkedFoundText), useSay(linkedStepText), useSay(foundText)]
  const { problems, families } = result
  const known = new Set((Array.isArray(problems) ? problems : []).flatMap((code) => foundKey('tls', String(code)) ?? []))
  const both = Array.isArray(families) && families.length > 1 ? families.filter(isRecord).slice(0, 2) : []
  return [
    ...factsIn(result, say, sayStep),
    [say('field.problems'), [...known].map((key) => found(key)).join(', ')],
    ...both.flatMap(({ ipVersion, verdict }): Fact[] => {
      const key = `reachability.${verdict}`
      const isIp = ipVersion === 4 || ipVersion === 6
      return isIp && isFound(key) ? [[`IPv${ipVersion}`, say(key)]] : []
    }),
  ]
}

const BOXES = ['computer', 'firewall', 'router', 'second-router', 'provider', 'name'] as const
const STATUSES = ['ok', 'problem', 'unknown', 'skipped'] as const

/** Renders the finding in words of the page, and the title of the tool. */
function Headline({ result, tools }: Drawn) {
  const [words, say] = [useSay(linkedText), useSay(linkedFoundText)]
  const { tool, blockedAt } = result
  const listed = tools.find(({ name }) => name === tool)
  const { text, mark } = useFinding(result, listed?.good ?? null)
  const box = tool === 'home' && mark === 'bad' ? BOXES.find((one) => one === blockedAt) : undefined
  const title = tool === 'home' ? words('tool.home') : (listed?.title ?? words('tool.unknown'))
  return (
    <Head mark={mark} note={text === null ? null : title}>
      {text ?? title} {box ? say(`box.${box}`) : null}
    </Head>
  )
}

/** Returns the finding of a result in words of the page, and its mark; no text for a tool that finds nothing good or bad. */
export function useFinding(result: LinkedResult, listed: Good | null): { text: string | null; mark: Mark | null } {
  const [words, say] = [useSay(linkedText), useSay(linkedFoundText)]
  const isHome = result.tool === 'home'
  const field = isHome || result.tool === 'reachability' ? 'verdict' : listed?.field
  const mark = 'good' in result ? markOf(result) : null
  if (field === undefined) return { text: null, mark }
  const key = findingKey(isHome ? 'reachability' : result.tool, result[field])
  const told = mark === 'good' || mark === 'bad' ? words(`found.${mark}`) : null
  return { text: key ? say(key) : told, mark }
}

function findingKey(tool: string, value: unknown) {
  const key = `${tool}.${value}`
  const bad = `${tool}.bad`
  return isFound(key) ? key : value !== undefined && isFound(bad) ? bad : null
}

/** Returns the steps that a page knows, each with its sentence. */
function useSteps(value: unknown): readonly ReachStep[] {
  const sayStep = useSay(linkedStepText)
  if (!Array.isArray(value)) return []
  return STEPS.flatMap((step) => {
    const found: unknown = value.find((one: unknown) => isRecord(one) && one.step === step)
    const status = isRecord(found) ? STATUSES.find((one) => one === found.status) : undefined
    if (!status || !isRecord(found)) return []
    const code = String(found.code)
    return [{ step, status, label: '', code, summary: stepSentence(code, sayStep) ?? '', tool: null, result: null }]
  })
}

function Place({ coordinates }: { coordinates: unknown }) {
  const say = usePageWords()
  if (!isRecord(coordinates)) return null
  const { latitude, longitude } = coordinates
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null
  return <WorldMap label={say('you.map', { place: `${latitude}, ${longitude}` })} marks={[{ latitude, longitude }]} />
}
