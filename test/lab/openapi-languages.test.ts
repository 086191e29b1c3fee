// Types and readers that a generator makes of the document in languages other than TypeScript, whose clients are in openapi.test.ts: they
// compile, read every example of the document and what a server answers now, and lose nothing of it.
import { expect } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { InputData, JSONSchemaInput, JSONSchemaStore, type LanguageName, quicktype, type RendererOptions } from 'quicktype-core'
import { pascal } from '../../src/faces/openapi/components.ts'
import { labTest } from '../support/lab.ts'
import { execute, type Outcome } from '../support/net/namespace.ts'
import type { Document } from '../support/openapi/judge.ts'
import { bodyOf, postTool, startServer } from '../support/server.ts'
import { shared } from '../support/shared.ts'

// Readers of answers as a stranger would make them: types of the document by quicktype, compiled by the compiler of each language together with
// a program that reads lines, each a type and a value, and writes each value as it has read it.

interface Language {
  /** Programs of the system that it is compiled and run with. */
  readonly programs: readonly string[]
  readonly name: LanguageName
  readonly options: RendererOptions
  /** The function that reads a type, in what was made; its first group is the name of the type. */
  readonly reader: RegExp
  files(made: string, readers: readonly Reader[]): Record<string, string>
  readonly compile: readonly string[]
  readonly command: readonly string[]
}

/** A type of the document, and the type that was made of it. */
type Reader = { readonly type: string; readonly made: string }

/** The types that clients are made of, with most kinds of fields and unions in them. All of the document would cost three minutes of a processor. */
const TYPES = [
  'NextAction',
  'InvalidRequestProblem',
  'RateLimitedProblem',
  'IpLookupRequest',
  'IpLookupResult',
  'PortCheckRequest',
  'PortCheckResult',
  'DnsLookupRequest',
  'DnsLookupResult',
  'SslCheckRequest',
  'SslCheckResult',
]
const each = (readers: readonly Reader[], line: (reader: Reader) => string) => readers.map(line).join('\n')

const LANGUAGES: Readonly<Record<string, Language>> = {
  Go: {
    programs: ['go'],
    name: 'go',
    options: { package: 'main' },
    reader: /^func Unmarshal(\w+)\(/gm,
    files: (made, readers) => ({
      'go.mod': 'module client\n\ngo 1.19\n',
      'types.go': made,
      'main.go': `package main

import ("bufio"; "fmt"; "os"; "strings")

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		name, text, _ := strings.Cut(lines.Text(), "\\t")
		again, err := read(name, []byte(text))
		if err != nil { panic(err) }
		fmt.Println(string(again))
	}
}

func read(name string, text []byte) ([]byte, error) {
	switch name {
${each(readers, ({ type, made }) => `case "${type}": value, err := Unmarshal${made}(text); if err != nil { return nil, err }; return value.Marshal()`)}
	}
	panic(name)
}
`,
    }),
    compile: ['env', 'GOCACHE=FOLDER/cache', 'CGO_ENABLED=0', 'GOFLAGS=-mod=mod', 'go', 'build', '-o', 'client', '.'],
    command: ['FOLDER/client'],
  },
  Python: {
    programs: ['python3'],
    name: 'python',
    options: { 'python-version': '3.7' },
    reader: /^def (\w+)_from_dict\(/gm,
    files: (made, readers) => ({
      'types_.py': made,
      'main.py': `import json, sys
import types_ as made

READERS = {
${each(readers, ({ type, made }) => `    '${type}': (made.${made}_from_dict, made.${made}_to_dict),`)}
}
for line in sys.stdin:
    name, text = line.split('\\t')
    read, write = READERS[name]
    print(json.dumps(write(read(json.loads(text)))))
`,
    }),
    compile: ['/usr/bin/python3', '-W', 'error', '-m', 'py_compile', 'types_.py', 'main.py'],
    command: ['/usr/bin/python3', 'FOLDER/main.py'],
  },
}

/** Nothing outside the document is read. */
class NoOthers extends JSONSchemaStore {
  async fetch(): Promise<undefined> {}
}

interface Client extends Disposable {
  readonly types: readonly string[]
  /** Compiles the client, and returns the output of the compiler. */
  compile(): Promise<Outcome>
  /** Returns values as the client has read them. */
  read(values: readonly TypedValue[]): Promise<unknown[]>
}

/** A value of the API, with its type in the document. */
type TypedValue = readonly [type: string, value: unknown]

async function makeReaders(language: Language, document: Document): Promise<Client> {
  const input = new JSONSchemaInput(new NoOthers())
  const uris = TYPES.map((type) => `#/components/schemas/${type}`)
  await input.addSource({ name: 'doorstep', uris, schema: JSON.stringify(document) })
  const inputData = new InputData()
  inputData.addInput(input)
  const { lines } = await quicktype({ inputData, lang: language.name, rendererOptions: language.options })
  const made = lines.join('\n')
  const names = new Map([...made.matchAll(language.reader)].map(([, name = '']) => [plain(name), name]))
  const readers = TYPES.map((type) => {
    const name = names.get(plain(type))
    if (name === undefined) throw new Error(`nothing was made that reads ${type}`)
    return { type, made: name }
  })
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-readers-'))
  for (const [name, text] of Object.entries(language.files(made, readers))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const inFolder = (command: readonly string[]) => command.map((word) => word.replace('FOLDER', folder))
  return {
    types: TYPES,
    compile: () => execute(inFolder(language.compile), { cwd: folder }),
    async read(values) {
      const given = values.map(([type, value]) => `${type}\t${JSON.stringify(value)}\n`).join('')
      const { stdout, stderr, exitCode } = await execute(inFolder(language.command), { input: given })
      if (exitCode !== 0) throw new Error(stderr)
      return stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Each language writes names in its own way. */
const plain = (name: string) => name.replaceAll(/\W|_/g, '').toLowerCase()

const lab = shared(async (owned): Promise<{ url: string; document: Document }> => {
  const { url } = owned.use(await startServer())
  return { url, document: await bodyOf(await fetch(`${url}/openapi.json`)) }
})

/** Returns what stands in the document as an example of JSON, with its type. */
function examplesIn(part: unknown, key = ''): TypedValue[] {
  if (typeof part !== 'object' || part === null) return []
  const inside = Object.entries(part).flatMap(([name, value]) => examplesIn(value, name))
  if (!/[/+]json$/.test(key) || !('schema' in part)) return inside
  const named = 'examples' in part ? Object.values(part.examples ?? {}).map(({ value }) => value) : []
  const values = 'example' in part ? [part.example, ...named] : named
  return values.flatMap((value): TypedValue[] => typesIn(part.schema, value).map((type) => [type, value]))
}

/** Returns the type of a value of a schema: a refusal is the one of several that has its code. */
function typesIn(schema: unknown, { code }: { code?: string }): string[] {
  const names = [...JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name)
  return names.length === 1 ? names : names.filter((name) => name === `${pascal(code ?? '')}Problem`)
}

/** Returns a value without fields that are null, which some languages do not tell from those that are absent. */
const told = (value: unknown): unknown => JSON.parse(JSON.stringify(value), (_, part) => part ?? undefined)

/** Tools that answer without a network, with a request for each. */
const ASKED = { 'ip-lookup': ['IpLookup', { ip: '8.8.8.8' }] } as const

for (const [name, language] of Object.entries(LANGUAGES))
  labTest(`${name} reads what is answered`, { programs: language.programs }, async () => {
    const { url, document } = await lab()
    using client = await makeReaders(language, document)
    expect(await client.compile()).toEqual({ stdout: '', stderr: '', exitCode: 0 })
    const values = examplesIn(document).filter(([type]) => client.types.includes(type))
    expect(values.map(([type]) => type)).toContain('InvalidRequestProblem')
    const again = await client.read(values)
    expect(values.map(([type], index) => [type, told(again[index])])).toEqual(values.map(([type, value]) => [type, told(value)]))
    for (const [tool, [type, body]] of Object.entries(ASKED)) {
      const [request] = await client.read([[`${type}Request`, body]])
      const answer = await postTool(url, tool, request)
      expect(answer.status).toBe(200)
      const result = await bodyOf(answer)
      expect(told((await client.read([[`${type}Result`, result]]))[0])).toEqual(told(result))
    }
  })
