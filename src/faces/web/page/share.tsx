import { useState } from 'preact/hooks'
import { ABOUT_OTHERS } from '../../../contract/about-others.gen.ts'
import { type LinkedResult, RESULT_PREFIX, readResult, writeResult } from '../../../contract/result-link.ts'
import type { ToolAnswer } from './answers.ts'
import { Code } from './code.tsx'
import { footText } from './foot.text.ts'
import { frameText } from './frame.text.ts'
import { timeOf, useFacts, useFinding } from './linked-result.tsx'
import { useCatalogue } from './lists.ts'
import { Facts } from './results/facts.tsx'
import { useLocale, useSay } from './words.ts'

/** Renders what a link to the result holds, what can be left out, and then the link. */
export function Share({ answer }: { readonly answer: ToolAnswer }) {
  const say = useSay(footText)
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
      {data ? <Link url={new URL(`#${RESULT_PREFIX}${data}`, document.baseURI).href} title={answer.headline} /> : null}
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

/** Renders a link in words, as its reader will see it. */
export function Preview({ result }: { result: LinkedResult }) {
  const [say, frame] = [useSay(footText), useSay(frameText)]
  const { text, step } = useFinding(result)
  const catalogue = useCatalogue(useLocale(), Boolean(result.useCase ?? result.routerBrand))
  const facts = useFacts({ result, catalogue })
  return (
    <>
      <p>{say('holds')}</p>
      <Facts facts={[[say('result'), text], [frame('next.first'), step], ...facts, [say('time'), timeOf(result)]]} />
    </>
  )
}

function Link({ url, title }: { url: string; title: string }) {
  const say = useSay(footText)
  return (
    <Code text={url} what={say('the-link')}>
      {'share' in navigator ? (
        <button type="button" class="copy" onClick={() => void navigator.share({ title, url }).catch(() => {})}>
          {say('send')}
        </button>
      ) : null}
    </Code>
  )
}
