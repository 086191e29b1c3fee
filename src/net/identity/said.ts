import { cleanText } from '../../contract/clean.ts'
import type { Identified } from './protocol.ts'

const CHARACTERS_MAX = 100
/** More than fits a text once it is cleaned, so that long ones cost no more. */
const READ_MAX = 1024
const PLAYERS_MAX = 1_000_000

/** Characters that nobody sees, and that can hide a text from people which agents read; those that choose an emoji are not among them. */
const UNSEEN = /(?!\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu

/** Returns a text without characters that nobody sees. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '')
}

/** Returns the words of a service on one line, without control characters, cut to 100 characters; null if nothing is left. */
export function said(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const words = withoutUnseen(cleanText(text.slice(0, READ_MAX).toWellFormed()))
    .split(' ')
    .filter(Boolean)
    .join(' ')
  return [...words].slice(0, CHARACTERS_MAX).join('').trim() || null
}

/** Returns the numbers of players; null unless both are numbers that a server can have. */
export function playersOf(now: unknown, max: unknown): Identified['players'] {
  return isCount(now) && isCount(max) ? { now, max } : null
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= PLAYERS_MAX
}
