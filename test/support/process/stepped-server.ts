// The program itself with three tools more, for tests of streams: `stepped` does what `step` tells it, one step at a time;
// `hasty` and `patient` report once, then wait in silence until their time is over.
import { Refusal } from '../../../src/contract/problem.ts'
import { manifest } from '../../../src/operations/registry/manifest.gen.ts'
import { defineTool, offline, publicIp, type Tool, t } from '../../../src/tool.ts'

interface Run {
  readonly steps: { take(): Promise<Step>; put(step: Step): void }
  readonly begun: PromiseWithResolvers<AbortSignal>
  readonly ended: PromiseWithResolvers<void>
}
type Step = { name: string; taken(): void }

const runs = new Map<string, Run>()
const SIGNAL_WAIT_MS = 10_000
const FLOOD = { events: 20_000, bytes: 1000 }
const LATE_END_MS = 4000

// Nothing is ever sent there: a public address, so that no setting is needed.
const ip = t.String({ default: '8.8.8.8' })

const stepped = defineTool({
  path: '/api/tools/stepped',
  group: 'path',
  policy: publicIp('ip'),
  body: t.Object({ ip, run: t.String() }),
  event: t.Object({ number: t.Integer(), words: t.String() }),
  result: t.Object({ events: t.Integer(), words: t.String() }),
  headline: () => 'Done.',
  async run({ body, net, report }) {
    const run = runOf(body.run)
    run.begun.resolve(net.signal)
    try {
      for (let number = 1; ; number++) {
        const { name, taken } = await run.steps.take()
        taken()
        if (name === 'end') return { events: number - 1, words: WORDS }
        if (name === 'end-later') {
          await Bun.sleep(LATE_END_MS)
          return { events: number - 1, words: WORDS }
        }
        if (name === 'fail') throw new Error('a secret of the inside')
        if (name === 'refuse') throw new Refusal('invalid-target', () => 'refused on the way', { field: 'ip' })
        if (name === 'misfit') report({ number: 0.5, words: WORDS })
        if (name === 'event') report({ number, words: WORDS })
        if (name === 'flood') {
          for (let count = 0; count < FLOOD.events; count++) report({ number: count, words: 'x'.repeat(FLOOD.bytes) })
        }
      }
    } finally {
      run.ended.resolve()
    }
  },
})

/** Text that would break a line or an event. */
const WORDS = 'a\nb\r\n\n\u0085\u2028\u2029data: 서울 🚪'

const step = defineTool({
  path: '/api/tools/step',
  group: 'path',
  policy: offline,
  body: t.Object({ run: t.String(), name: t.String() }),
  result: t.Object({ outcome: t.String() }),
  headline: () => 'Done.',
  async run({ body: { run: id, name } }) {
    const run = runOf(id)
    const signal = await run.begun.promise
    if (name === 'begin') return { outcome: 'begun' }
    if (name === 'await-end') {
      await run.ended.promise
      return { outcome: 'ended' }
    }
    if (name === 'await-cut') {
      for (let waited = 0; waited < SIGNAL_WAIT_MS && !signal.aborted; waited += 10) await Bun.sleep(10)
      return { outcome: signal.aborted ? 'cut' : 'uncut' }
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    run.steps.put({ name, taken: resolve })
    await promise
    return { outcome: 'taken' }
  },
})

function waiting(name: string, deadlineMs: number): Tool {
  return defineTool({
    path: `/api/tools/${name}`,
    group: 'path',
    policy: publicIp('ip'),
    body: t.Object({ ip }),
    event: t.Object({}),
    result: t.Object({ cut: t.Boolean() }),
    headline: () => 'Done.',
    deadlineMs,
    async run({ net, report }) {
      report({})
      await new Promise((resolve) => net.signal.addEventListener('abort', resolve))
      return { cut: net.signal.aborted }
    },
  })
}

function runOf(id: string): Run {
  const run = runs.get(id) ?? { steps: mailbox<Step>(), begun: Promise.withResolvers(), ended: Promise.withResolvers() }
  runs.set(id, run)
  return run
}

function mailbox<Item>() {
  const items: Item[] = []
  let arrival = Promise.withResolvers<void>()
  return {
    put(item: Item) {
      items.push(item)
      arrival.resolve()
    },
    async take(): Promise<Item> {
      for (let item = items.shift(); ; item = items.shift()) {
        if (item !== undefined) return item
        await arrival.promise
        arrival = Promise.withResolvers()
      }
    },
  }
}

const tools = { stepped, step, hasty: waiting('hasty', 1500), patient: waiting('patient', 20_000) }
// The list is read-only for the program; here it grows before the program reads it.
const list = manifest as { file: string; module: object }[]
for (const [file, tool] of Object.entries(tools)) list.push({ file, module: { default: tool } })
await import('../../../src/main.ts')
