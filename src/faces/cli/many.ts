import { shortLine } from '../../contract/good.ts'
import { problemOf, Refusal } from '../../contract/problem.ts'
import { openServices } from '../../operations/opening/services.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import { type LookUp, lookUpsOf } from '../../operations/run/tool-run.ts'
import { Recent } from '../../platform/recent.ts'
import { parseUnmapped } from '../../policy/address.ts'
import { OPTIONS } from '../../settings/options.ts'
import { manyText } from './cli.text.ts'
import { EXIT_OK, EXIT_USAGE, jsonText, type Printed, STDOUT, WARNINGS, writeWhole } from './output.ts'
import type { ToolCommand, ToolLine } from './tool-line.ts'
import { usageError } from './usage-error.ts'

/** The part of a line in which an address is looked for: a file without line feeds must not fill the memory. */
const LINE_MAX = 64 * 1024
/** The byte order mark, which editors of Windows write before the first line of a file in UTF-8; it is not part of a word. */
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/
/** In characters: what is written at a time. */
const WRITTEN_AT_ONCE = 256 * 1024
/** Logs repeat their addresses: the answers that were used recently are kept. */
const ANSWERS_KEPT = 8192

/** `doorstep ip-lookup -`: answers every line of standard input with a line, about the first address in it. */
export async function lookUpInput(named: NamedTool, { line, config }: ToolCommand): Promise<Printed> {
  refuseUseless(line)
  const { services } = openServices(config, WARNINGS, null)
  const answers = new Answers(named, lookUpsOf(named, services, line.locale), line)
  let rest = ''
  let isRead = true
  for await (const chunk of Bun.stdin.stream()) {
    // Addresses are ASCII, whatever the encoding of the rest.
    const text = rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    const lines = (answers.lines === 0 ? text.replace(BYTE_ORDER_MARK, '') : text).split('\n')
    rest = (lines.pop() ?? '').slice(0, LINE_MAX + 1)
    isRead = await printAnswers(answers, lines)
    if (!isRead) break
  }
  if (isRead && rest !== '') await printAnswers(answers, [rest])
  return { code: answers.lines > 0 && answers.found === 0 ? EXIT_USAGE : EXIT_OK, out: '', err: '' }
}

/** Prints the answers to lines, and returns whether somebody still reads them. What is known by the end of the lines is printed then. */
async function printAnswers(answers: Answers, lines: readonly string[]): Promise<boolean> {
  let text = ''
  for (const line of lines) {
    const answer = answers.to(line)
    text += answer instanceof Promise ? await answer : answer
    if (text.length < WRITTEN_AT_ONCE) continue
    if (!writeWhole(STDOUT, text)) return false
    text = ''
  }
  return writeWhole(STDOUT, text)
}

/** The answers to lines, each as a line for a script. */
class Answers {
  lines = 0
  /** The lines with an address that could be looked up. */
  found = 0
  readonly #known = new Recent<string, Answer>(ANSWERS_KEPT)
  readonly #isShort: boolean

  constructor(
    private readonly named: NamedTool,
    private readonly lookUp: LookUp,
    private readonly line: ToolLine,
  ) {
    this.#isShort = line.on.has('short')
  }

  to(line: string): string | Promise<string> {
    this.lines++
    const address = addressIn(line.length > LINE_MAX ? `${line.slice(0, LINE_MAX)}_` : line)
    const known = this.#known.get(address ?? '') ?? this.#known.add(address ?? '', this.#answerTo(address))
    if (known.isFound) this.found++
    return known.text
  }

  #answerTo(address: string | null): Answer {
    const written = (result: unknown) => (this.#isShort ? shortLine(this.named.tool, result) : jsonText(result, 0))
    try {
      if (address === null) throw new Refusal('invalid-target', (locale) => manyText.say(locale, 'no-address', {}))
      const result = this.lookUp(address)
      return { text: result instanceof Promise ? result.then(written) : written(result), isFound: true }
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      return { text: this.#isShort ? '\n' : jsonText(problemOf(thrown, this.line.locale), 0), isFound: false }
    }
  }
}

interface Answer {
  readonly text: string | Promise<string>
  readonly isFound: boolean
}

/** Refuses flags that have no effect on what is looked up here. A server that the environment names is for checks. */
function refuseUseless({ given, on }: ToolLine): void {
  const useless = given.has(OPTIONS.server.flag)
    ? OPTIONS.server.flag
    : (['places', 'any', 'link'] as const).find((flag) => on.has(flag))
  if (useless !== undefined) throw usageError(manyText, 'not-with-input', { flag: `--${useless}` })
}

/**
 * A word with two dots or colons near its beginning, and nothing but what addresses have: not a part of a longer word, nor after a slash that
 * follows a word, as a version does. The longest address (IPv6 with an IPv4 tail) has 45 characters, and a port may follow.
 */
const LIKE_ADDRESS =
  /(?<![\w.:\u0080-\uffff]|[\w.:\u0080-\uffff]\/)(?=[\da-f]{0,4}[.:][\da-f]{0,4}[.:])[\da-f.:]{2,90}(?![\w.:\u0080-\uffff])/gi
const IPV4_WITH_PORT = /^([\d.]+):[^:]*$/

/**
 * Returns the first address in a line of a log: alone, with a port, in brackets, in quotes, or within a URL; null if there is none. It is not
 * taken out of a longer word, nor is a version such as `Chrome/120.0.0.0`. IPv4 within IPv6 is IPv4, as in other answers.
 */
export function addressIn(line: string): string | null {
  for (const [word] of line.matchAll(LIKE_ADDRESS)) {
    const bare = IPV4_WITH_PORT.exec(word)?.[1] ?? word
    const address = parseUnmapped(bare) ?? parseUnmapped(bare.replace(/[.:]$/, ''))
    if (address) return address.text
  }
  return null
}
