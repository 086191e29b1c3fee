// Runs until a signal ends it: `bun endings-job.ts hasty|patient|quick`. It says what happens, line by line.
import { endingsOf } from '../../../src/faces/cli/endings.ts'

const [manner] = process.argv.slice(2)
const say = (word: string) => process.stdout.write(`${word}\n`)
using ending = endingsOf(manner === 'hasty')
const alive = setInterval(() => {}, 1000)
await new Promise<void>((resolve) => {
  ending.signal.addEventListener('abort', () => {
    say(`ending ${ending.code()}`)
    if (manner === 'quick') resolve()
  })
  say('running')
})
clearInterval(alive)
