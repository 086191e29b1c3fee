import { type ComponentChildren, hydrate, render, type VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Language, useLocale } from './words.ts'

/** Whether the current drawing is in the document already. */
let isTakingOver = false
const waiting: (() => void)[] = []

/**
 * Takes over what the document shows: first the parts outside of a `Later`, then each `Later` in a task of its own, so that the
 * browser can draw and answer in between.
 */
export function takeOver(page: VNode, root: Element, done: () => void): void {
  adopt(page, root)
  setTimeout(function next() {
    const run = waiting.shift()
    if (!run) return done()
    run()
    setTimeout(next)
  })
}

function adopt(part: VNode, box: Element): void {
  isTakingOver = true
  hydrate(part, box)
  isTakingOver = false
}

/** Preact does not look into an element with this attribute when it takes it over, and sets nothing as long as the value stays the same. */
const KEEP = { __html: '' }

interface Props {
  /** The class of the element. */
  readonly name: 'header' | 'you' | 'tools' | 'footer'
  readonly isShown?: boolean
  readonly children: ComponentChildren
}

/** Renders a part of the page that is taken over in its turn, and otherwise is an element like any other. */
export function Later(props: Props) {
  const [isLate] = useState(isTakingOver)
  return isLate ? <Late {...props} /> : <div {...boxOf(props)}>{props.children}</div>
}

function boxOf({ name, isShown = true }: Props) {
  return { class: `later-${name}`, hidden: !isShown }
}

function Late(props: Props) {
  const { children } = props
  const box = useRef<HTMLDivElement>(null)
  const isTaken = useRef(false)
  const part = <Language.Provider value={useLocale()}>{children}</Language.Provider>
  const latest = useRef(part)
  latest.current = part
  useLayoutEffect(() => {
    waiting.push(() => {
      if (box.current) adopt(latest.current, box.current)
      isTaken.current = true
    })
  }, [])
  useEffect(() => {
    if (isTaken.current && box.current) render(part, box.current)
  })
  return <div {...boxOf(props)} ref={box} dangerouslySetInnerHTML={KEEP} />
}
