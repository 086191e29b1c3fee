import { useEffect, useState } from 'preact/hooks'
import { ABOUT_OTHERS } from '../../../contract/about-others.gen.ts'
import { type LinkedResult, RESULT_PREFIX, readResult, writeResult } from '../../../contract/result-link.ts'
import { renderBlocks } from '../../text/blocks.ts'
import { stepLines } from '../../text/steps.ts'
import type { Answered, ToolAnswer } from './answers.ts'
import { frameText } from './frame.text.ts'
import { timeOf, useFacts, useFinding } from './linked-result.tsx'
import { useCatalogue, useOperation } from './lists.ts'
import { Button, Code, CopyButton, Facts, Part } from './parts.tsx'
import { commandLine, curlLine } from './shell-lines.ts'
import { linkTo } from './use-route.ts'
import { usePageWords, useSay } from './words.ts'

/** Renders the ways out of a result: to other people, to paper, and to programs. */
export function ResultFoot({ answer: { blocks = [], ...answer }, request }: Answered<ToolAnswer>) {
  const [page, say] = [usePageWords(), useSay(frameText)]
  const [isSharing, setSharing] = useState(false)
  const text = () => {
    const end = say('from', { server: location.host, at: timeOf(answer) })
    const parts = [answer.headline, renderBlocks(blocks), stepLines(answer.nextActions ?? []), end]
    return parts.filter((part) => part !== '').join('\n\n')
  }
  return (
    <section class="foot screen" aria-label={say('title')}>
      <div class="buttons">
        <Button label={say('share')} aria-expanded={isSharing} press={() => setSharing(!isSharing)} />
        <CopyButton text={text} label={page('copy')} />
        <Button label={say('print')} press={() => print()} />
      </div>
      {isSharing ? <Share answer={answer} /> : null}
      <p class="quiet small">{say('at', { at: timeOf(answer), seconds: (answer.elapsedMs / 1000).toFixed(1) })}</p>
      <Part look="below" title={say('scripts')} isLazy>
        <Programs answer={answer} request={request} />
      </Part>
    </section>
  )
}

function Programs({ answer, request }: Answered<ToolAnswer>) {
  const say = useSay(frameText)
  const { tool } = answer
  const texts = {
    [say('request')]: new URL(linkTo(tool, request), location.href.split('#')[0]).href,
    [say('curl')]: curlLine(tool, request),
    [say('cli')]: commandLine(tool, request, useOperation(tool)),
    [say('json')]: JSON.stringify(answer, null, 2),
  }
  return (
    <>
      {Object.entries(texts).map(([title, text]) => (
        <div key={title}>
          <p class="small quiet">{title}</p>
          <Code text={text} what={title} />
        </div>
      ))}
    </>
  )
}

/** Renders what a link to the result holds, what can be left out, and then the link. */
function Share({ answer }: { readonly answer: ToolAnswer }) {
  const say = useSay(frameText)
  const [isShort, setShort] = useState(true)
  const [isNameless, setNameless] = useState(true)
  const isOwn = !ABOUT_OTHERS.has(answer.tool)
  const data = writeResult(answer, { isOwn, wholeAddress: !isShort, hostName: !isNameless })
  // Read from the data, so that nothing else can be in it.
  const result = data && readResult(data)
  return (
    <div class="share">
      {isOwn && (typeof answer.ip === 'string' || typeof answer.publicIp === 'string') ? (
        <Choice label={say('without-address')} isOn={isShort} turn={setShort} />
      ) : null}
      {isOwn && typeof answer.hostname === 'string' ? (
        <Choice label={say('without-name')} isOn={isNameless} turn={setNameless} />
      ) : null}
      {result ? <Preview result={result} /> : null}
      <p class="quiet small">
        {isOwn ? say('never') : null} {say('readable')}
      </p>
      {result ? <Link url={new URL(`#${RESULT_PREFIX}${data}`, document.baseURI).href} result={result} /> : null}
    </div>
  )
}

function Choice({ label, isOn, turn }: { label: string; isOn: boolean; turn(isOn: boolean): void }) {
  return (
    <label class="choice">
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
      {label}
    </label>
  )
}

function Preview({ result }: { result: LinkedResult }) {
  const say = useSay(frameText)
  const { text, step } = useFinding(result)
  const catalogue = useCatalogue(Boolean(result.useCase ?? result.routerBrand))
  const facts = useFacts({ result, catalogue })
  return (
    <>
      <p>{say('holds')}</p>
      <Facts facts={[[say('result'), text], [say('next.first'), step], ...facts, [say('time'), timeOf(result)]]} />
    </>
  )
}

/** Renders the link. Where the system can send it, that is asked at once: the press that made the link allows it. */
function Link({ url, result }: { url: string; result: LinkedResult }) {
  const say = useSay(frameText)
  const title = useFinding(result).text ?? say('the-link')
  const canSend = 'share' in navigator
  const send = () => void navigator.share({ title, url }).catch(() => {})
  useEffect(() => {
    if (canSend) send()
  }, [])
  return (
    <Code text={url} what={say('the-link')}>
      {canSend ? <Button label={say('send')} look="copy" press={send} /> : null}
    </Code>
  )
}
