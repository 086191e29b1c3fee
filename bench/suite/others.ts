import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { GoalId } from './goals.ts'
import type { Measurement } from './section.ts'

const FOLDER = join(import.meta.dirname, '..')

/** A script of this folder that measures and prints by itself. */
interface Script {
  readonly file: string
  readonly title: string
  readonly args: { readonly quick: readonly string[]; readonly full: readonly string[] }
  readonly timeoutMs: number
  /** The pattern of each figure in the output: its first group. With the flag g it occurs several times, and the largest counts. */
  readonly figures: Partial<Record<GoalId, RegExp>>
}

/** Runs a script as it is; what it prints becomes a part of the results. */
export function ofScript({ file, title, args, timeoutMs, figures }: Script): Measurement {
  return async ({ children, isQuick }) => {
    const path = join(FOLDER, file)
    if (!existsSync(path)) throw new Error(`bench/${file} does not exist`)
    const { exitCode, output } = await children.run([process.execPath, path, ...(isQuick ? args.quick : args.full)], {
      timeoutMs,
    })
    if (exitCode !== 0) throw new Error(`bench/${file} ended with ${exitCode}: ${faultIn(output)}`)
    return { title, text: `\`bench/${file}\` says:\n\n\`\`\`\n${output.trim()}\n\`\`\``, reached: figuresIn(output, figures) }
  }
}

/** Returns the first line that looks like an error, otherwise the last one. */
function faultIn(output: string): string {
  const lines = Bun.stripANSI(output).trim().split('\n')
  return lines.find((line) => /^\S*error: /i.test(line)) ?? lines.at(-1) ?? ''
}

/** Returns the figures of goals in a text. */
export function figuresIn(output: string, figures: Script['figures']): Partial<Record<GoalId, number>> {
  const found = Object.entries(figures).flatMap(([goal, pattern]) => {
    const texts = pattern.global ? [...output.matchAll(pattern)] : [pattern.exec(output)]
    const values = texts.flatMap((match) => (match?.[1] === undefined ? [] : [Number(match[1].replaceAll(',', ''))]))
    return values.length === 0 ? [] : [[goal, Math.max(...values)] as const]
  })
  return Object.fromEntries(found)
}
