// The time that a person takes on the page, beside that of the machine.
import type { Page } from 'playwright-core'

/** Words a minute that a person reads and types, and seconds to find and press something. */
const PACE = { read: 200, type: 40, press: 1.5 } as const

interface WalkStep {
  readonly name: string
  readonly seconds: { readonly machine: number; readonly person: number }
}

interface Doing {
  /** Selectors of what is read before: the first of each. */
  readonly reads?: readonly string[]
  readonly types?: readonly string[]
  readonly presses?: number
}

/** Returns what records steps: each is read, typed and pressed as said, and then done. */
export function walkOn(page: Page) {
  const steps: WalkStep[] = []
  return {
    steps,
    async step(name: string, { reads = [], types = [], presses = 0 }: Doing, act: () => Promise<void>): Promise<void> {
      let words = 0
      for (const selector of reads) words += wordsIn(await page.locator(selector).first().innerText())
      // A word of typing is five characters.
      const typed = types.join('').length / 5
      const person = (words / PACE.read) * 60 + (typed / PACE.type) * 60 + presses * PACE.press
      const began = performance.now()
      await act()
      steps.push({ name, seconds: { machine: (performance.now() - began) / 1000, person } })
    },
  }
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /\w/.test(word)).length
}
