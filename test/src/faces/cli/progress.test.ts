import { describe, expect } from 'bun:test'
import { PROGRAM } from '../../../support/executable.ts'
import { labTest } from '../../../support/lab.ts'
import { atTerminal } from '../../../support/process/terminal.ts'
import { startServer } from '../../../support/server.ts'

const NEEDS = { root: true }
const PING = ['ping', '127.0.0.1', '--allow-targets', '127.0.0.0/8', '--count']
const UP = (lines: number) => `\u001b[${lines}A\r\u001b[J`

describe('at a terminal', () => {
  labTest('the replies of a ping come one by one, and make room for the answer', NEEDS, async () => {
    await using terminal = atTerminal([...PROGRAM, ...PING, '3'])
    for (const seq of [1, 2, 3]) await terminal.saw(new RegExp(`reply from 127\\.0\\.0\\.1: icmp_seq=${seq} `))
    await terminal.saw(/3 packets transmitted, 3 received/)
    expect(await terminal.exited).toBe(0)
    const screen = terminal.screen().replaceAll('\r\n', '\n')
    const [answer = '', ...steps] = screen.split('\u001b[').toReversed()
    expect(steps.length).toBeGreaterThan(2)
    // Earlier progress is gone.
    expect(screen).toContain(`${UP(3)}127.0.0.1 answers ping, on average in `)
    expect(answer).toStartWith('J127.0.0.1 answers ping, on average in ')
  })

  labTest('those of another doorstep come as well', NEEDS, async () => {
    await using server = await startServer({ args: ['--allow-targets', '127.0.0.0/8'] })
    await using terminal = atTerminal([...PROGRAM, 'ping', '127.0.0.1', '--count', '2', '--server', server.url])
    for (const seq of [1, 2]) await terminal.saw(new RegExp(`reply from 127\\.0\\.0\\.1: icmp_seq=${seq} `))
    await terminal.saw(/PING 127\.0\.0\.1 [\s\S]*2 packets transmitted, 2 received/)
    expect(await terminal.exited).toBe(0)
  })

  labTest('a line does not become wider than the terminal, nor the replies higher', NEEDS, async () => {
    await using terminal = atTerminal([...PROGRAM, ...PING, '5'], { columns: 30, rows: 4 })
    await terminal.saw(/5 packets transmitted/)
    const shown = terminal.screen().replaceAll('\r\n', '\n').split('PING')[0] ?? ''
    expect(shown).toContain('reply from 127.0.0.1: icmp_se\n')
    expect(shown).toContain(UP(3))
    expect(shown).not.toContain(UP(4))
  })

  labTest('Ctrl-C ends it at once and leaves nothing behind', NEEDS, async () => {
    await using terminal = atTerminal([...PROGRAM, ...PING, '10'])
    await terminal.saw(/icmp_seq=1 /)
    terminal.type('\u0003')
    expect(await terminal.exited).toBe(130)
    expect(terminal.screen()).not.toContain('icmp_seq=10')
    expect(terminal.screen().replace('^C', '').trimEnd()).toEndWith('\u001b[J')
    expect(terminal.screen()).not.toMatch(/rror|\bat /)
  })
})
