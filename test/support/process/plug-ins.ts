// Folders of plug-ins.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { plainEnvironment, ROOT } from '../server.ts'

/** Returns the smallest tool with a field; `run` is what it does with the word. */
export function wordTool(name: string, run = 'body.word', imports = "from 'doorstep'"): string {
  return `import { defineText, defineTool, offline, t } ${imports}

const text = defineText({
  en: { title: 'Say a word', summary: 'Says a word back', 'label.word': 'Word', 'field.word': 'Any word.' },
  ko: { title: '단어 말하기', summary: '단어를 그대로 돌려줍니다', 'label.word': '단어', 'field.word': '아무 단어나 입력합니다.' },
})

export default defineTool({
  path: '/api/tools/${name}',
  group: 'ip',
  text,
  policy: offline,
  body: t.Object({ word: t.String() }),
  result: t.Object({ word: t.String() }),
  headline: ({ word }) => word,
  run: async ({ body }) => ({ word: ${run} }),
})
`
}

export type PlugInFolder = ReturnType<typeof plugInFolder>

/** Returns a folder that only its owner can write to, with these files. */
export function plugInFolder(files: Readonly<Record<string, string>> = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'doorstep-plug-ins-')))
  chmodSync(folder, 0o755)
  const put = (name: string, content: string) => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    return path
  }
  for (const [name, content] of Object.entries(files)) put(name, content)
  return {
    folder,
    put,
    remove: (name: string) => rmSync(join(folder, name)),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Returns what `doorstep` prints on standard error, and its exit code. */
export function complaintOf(
  command: readonly string[],
  args: readonly string[],
  cwd = ROOT,
): { code: number; err: string; out: string } {
  const { exitCode, stderr, stdout } = Bun.spawnSync([...command, ...args], { cwd, env: plainEnvironment(), timeout: 20_000 })
  return { code: exitCode, err: stderr.toString(), out: stdout.toString() }
}
