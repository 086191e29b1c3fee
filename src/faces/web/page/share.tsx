import { useEffect, useState } from 'preact/hooks'
import type { Good } from '../../../contract/good.ts'
import { isAboutOthers, type LinkedResult, RESULT_PREFIX, readResult, writeResult } from '../../../contract/result-link.ts'
import type { ToolAnswer } from './answers.ts'
import { Code } from './code.tsx'
import { footText } from './foot.text.ts'
import { timeOf, useFacts, useFinding } from './linked-result.tsx'
import { Facts } from './results/facts.tsx'
import { useSay } from './words.ts'

interface Props {
  readonly answer: ToolAnswer
  readonly good: Good | null
}

interface Made {
  readonly data: string
  /** The result as a reader of the link gets it. */
  readonly result: LinkedResult
}

/** Renders what a link to the result holds, what can be left out, and then the link. */
export function Share({ answer, good }: Props) {
  const say = useSay(footText)
  const [isShort, setShort] = useState(true)
  const [isNameless, setNameless] = useState(true)
  const [made, setMade] = useState<Made | 'too-long' | null>(null)
  const isOwn = !isAboutOthers(answer.tool)
  useEffect(() => {
    let isWanted = true
    void makeLink(answer, isShort, isNameless).then((next) => isWanted && setMade(next ?? 'too-long'))
    return () => {
      isWanted = false
    }
  }, [answer, isShort, isNameless])
  if (made === 'too-long') return <p role="status">{say('too-long')}</p>
  return (
    <div class="share">
      {isOwn && (typeof answer.ip === 'string' || typeof answer.publicIp === 'string') ? (
        <Choice label={say('without-address')} isOn={isShort} turn={setShort} />
      ) : null}
      {isOwn && typeof answer.hostname === 'string' ? (
        <Choice label={say('without-name')} isOn={isNameless} turn={setNameless} />
      ) : null}
      {made ? <Preview result={made.result} good={good} /> : null}
      <p class="quiet small">
        {isOwn ? say('never') : null} {say('readable')}
      </p>
      {made ? <Link url={new URL(`#${RESULT_PREFIX}${made.data}`, document.baseURI).href} title={answer.headline} /> : null}
    </div>
  )
}

/** Returns a link's data, and what it says: read from the data, so that nothing else can be in it. */
async function makeLink(answer: ToolAnswer, isShort: boolean, isNameless: boolean): Promise<Made | null> {
  const isOwn = !isAboutOthers(answer.tool)
  const data = await writeResult(answer, { isOwn, wholeAddress: !isShort, hostName: !isNameless })
  const result = data && (await readResult(data))
  return data && result ? { data, result } : null
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
export function Preview({ result, good }: { result: LinkedResult } & Pick<Props, 'good'>) {
  const say = useSay(footText)
  const { text } = useFinding(result, good)
  const { steps } = result
  return (
    <>
      <p>{say('holds')}</p>
      <Facts
        facts={[
          ...useFacts(result),
          [say('result'), text],
          [say('time'), timeOf(result)],
          [say('steps'), Array.isArray(steps) ? steps.length : null],
        ]}
      />
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
