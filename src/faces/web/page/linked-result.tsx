import { useEffect, useState } from 'preact/hooks'
import { isGood } from '../../../contract/good.ts'
import { isCode, type LinkedResult, readResult } from '../../../contract/result-link.ts'
import { sayIn } from '../../../contract/text.ts'
import type { ReachStep } from './answers.ts'
import { linkedIssuanceIn } from './issuance.ts'
import { linkedText } from './linked.text.ts'
import { IssuanceDrawing } from './results/issuance.tsx'
import type { Listed } from './state.ts'
import { Steps } from './steps.tsx'
import { isRecord } from './stored.ts'
import { Fields } from './value.tsx'
import { useLocale } from './words.ts'

type ReadState = LinkedResult | 'reading' | 'broken'

interface Props {
  readonly data: string
  readonly tools: readonly Listed[]
}

/** Renders the result that a link brings, from the link alone: nothing is loaded or checked for it. */
export function LinkedView({ data, tools }: Props) {
  const say = sayIn(linkedText, useLocale())
  const [read, setRead] = useState<ReadState>('reading')
  useEffect(() => {
    let isWanted = true
    readResult(data).then((result) => isWanted && setRead(result ?? 'broken'))
    return () => {
      isWanted = false
    }
  }, [data])
  return (
    <section class="outcome linked" aria-labelledby="linked">
      <h1 id="linked">{say('title')}</h1>
      {read === 'reading' ? null : read === 'broken' ? (
        <p class="trouble" role="alert">
          {say('broken')}
        </p>
      ) : (
        <DrawnResult result={read} server={location.host} tools={tools} />
      )}
      <p class="buttons">
        <a
          class="button"
          href={typeof read === 'string' || !tools.some(({ name }) => name === read.tool) ? '#' : `#${read.tool}`}
        >
          {say('again')}
        </a>
      </p>
    </section>
  )
}

/** Renders it in the language of the reader, from its codes. Anybody can write a link, so nothing in it is taken for granted. */
export function DrawnResult({ result, server, tools }: { result: LinkedResult; server: string; tools: readonly Listed[] }) {
  const say = sayIn(linkedText, useLocale())
  const { tool, checkedAt, verdict: _verdict, blockedAt, steps, nextStep: _nextStep, ...rest } = result
  const at = `${checkedAt.slice(0, 10)} ${checkedAt.slice(11, 16)} UTC`
  const known = stepsIn(steps)
  const issuance = linkedIssuanceIn(rest)
  const isShortened = typeof rest.ip === 'string' && rest.ip.endsWith('x')
  return (
    <>
      <Headline result={result} tools={tools} />
      {known.length > 0 ? (
        <Steps steps={known} cause={known.find(({ step }) => step === blockedAt)?.step ?? null} isRunning={false} />
      ) : null}
      {issuance ? <IssuanceDrawing issuance={issuance} /> : <Fields record={rest} />}
      <p class="quiet small">
        {say('says.that', { server, at })} {say('says.nothing-new')}{' '}
        {isShortened || tool === 'home' ? say('says.shortened') : null}
      </p>
    </>
  )
}

const VERDICTS = ['reachable', 'blocked', 'cannot-tell', 'not-needed'] as const
const BOXES = ['computer', 'firewall', 'router', 'second-router', 'provider', 'name'] as const
const STEPS = ['address', 'nat', 'name', 'port', 'service', 'router'] as const
const STATUSES = ['ok', 'problem', 'unknown', 'skipped'] as const

function Headline({ result, tools }: { result: LinkedResult; tools: readonly Listed[] }) {
  const say = sayIn(linkedText, useLocale())
  const { tool } = result
  const listed = tools.find(({ name }) => name === tool)
  const verdict = VERDICTS.find((one) => one === result.verdict)
  if (verdict && (tool === 'reachability' || tool === 'home')) {
    const box = tool === 'home' && verdict === 'blocked' ? BOXES.find((one) => one === result.blockedAt) : undefined
    return (
      <h2 class={`verdict verdict-${verdict}`}>
        {say(`verdict.${verdict}`)} {box ? say(`box.${box}`) : null}
      </h2>
    )
  }
  const title = tool === 'home' ? say('tool.home') : (listed?.title ?? tool)
  const good = listed?.good ?? null
  const value = good && result[good.field]
  const mark = good === null ? 'plain' : isGood(good, result) ? 'reachable' : 'blocked'
  const isWord = typeof value === 'boolean' || (typeof value === 'string' && isCode(value))
  return <h2 class={`verdict verdict-${mark}`}>{isWord ? say('verdict.other', { tool: title, value: String(value) }) : title}</h2>
}

/** Returns the steps that a page knows, without sentences. */
function stepsIn(value: unknown): readonly ReachStep[] {
  if (!Array.isArray(value)) return []
  return STEPS.flatMap((step) => {
    const found: unknown = value.find((one: unknown) => isRecord(one) && one.step === step)
    const status = isRecord(found) ? STATUSES.find((one) => one === found.status) : undefined
    if (!status || !isRecord(found)) return []
    return [{ step, status, label: '', code: String(found.code), summary: '', tool: null, result: null }]
  })
}
