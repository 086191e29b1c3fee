import { type Locale, sayIn } from '../../contract/text.ts'
import { adviceText } from './advice.text.ts'
import type { AdviceContext, Words } from './advice.ts'
import type { Box } from './boxes.ts'
import { isOfProvider, nameOf } from './pages.ts'

/** Returns which line of which label to read, but never its content. */
export function labelHintsOf({ boxes, locale }: AdviceContext): string[] {
  const say = sayIn(adviceText, locale)
  const known = [...new Set(boxes.flatMap((box) => hintsOfBox(box, boxes.length > 1, say, locale)))]
  const isAppAlone = boxes.every(({ brand }) => brand?.app?.only)
  return [
    ...(known.length === 0 || boxes[0]?.brand === null ? [say('label-generic')] : []),
    ...known,
    ...(isAppAlone ? [] : [say('label-not-wifi'), say('label-changed')]),
  ]
}

function hintsOfBox(box: Box, isOneOfTwo: boolean, say: Words, locale: Locale): string[] {
  const { brand } = box
  const name = nameOf(box, locale)
  if (name === null) return []
  if (!brand) return isOneOfTwo && isOfProvider(box) ? [say('label-provider', { name })] : []
  const { app, sticker, login } = brand
  const note = say('label-note', { name, note: login.note[locale] })
  if (app?.only) return [say('label-app', { name, app: app.name }), note]
  if (!sticker) return [note]
  const lines = sticker.lines[locale].join(', ')
  return [
    say('label-where', { name, where: sticker.where[locale] }),
    ...(lines === '' ? [] : [say('label-lines', { name, lines })]),
    note,
  ]
}
