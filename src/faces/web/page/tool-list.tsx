import { useState } from 'preact/hooks'
import type { ListedTool } from './answers.ts'
import { Prose } from './parts.tsx'
import { UNTRANSLATED, usePageWords } from './words.ts'

const GROUPS = ['port', 'router', 'dns', 'web', 'path', 'ip'] as const

/** Renders every tool under its heading, in the order in which people need them; filtered by typing. */
export function ToolList({ tools, isAlone }: { readonly tools: readonly ListedTool[]; readonly isAlone: boolean }) {
  const say = usePageWords()
  const [words, setWords] = useState('')
  const Title = isAlone ? 'h1' : 'h2'
  const found = tools.filter((tool) => fits(tool, words))
  const own = GROUPS.map((group) => ({ group, title: say(`group.${group}`) }))
  const others = found.flatMap(({ group, groupTitle = group }) =>
    own.some((one) => one.group === group) ? [] : [{ group, title: groupTitle }],
  )
  const groups = new Map<string, string>([...own, ...others].map(({ group, title }) => [group, title]))
  return (
    <section class="tools" aria-labelledby="tools-title">
      <div class="tools-head">
        <Title id="tools-title">{say('nav.tools')}</Title>
        <input
          type="search"
          value={words}
          placeholder={say('tools.find')}
          aria-label={say('tools.find')}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </div>
      {[...groups].map(([group, title]) => (
        <Group key={group} Title={isAlone ? 'h2' : 'h3'} title={title} tools={found.filter((tool) => tool.group === group)} />
      ))}
      <p class="quiet" role="status">
        {found.length === 0 ? say('tools.none', { words }) : ''}
      </p>
    </section>
  )
}

function Group({ title, Title, tools }: { title: string; Title: 'h2' | 'h3'; tools: readonly ListedTool[] }) {
  if (tools.length === 0) return null
  return (
    <div class="group">
      <Title>{title}</Title>
      <ul>
        {tools.map(({ name, title, summary }) => (
          <li key={name}>
            <a href={`#${name}`}>
              <div>
                <strong>{title}</strong>
                <code class="block quiet small" {...UNTRANSLATED}>
                  {name}
                </code>
              </div>
              <span>
                <Prose text={summary} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function fits({ name, title, summary }: ListedTool, words: string): boolean {
  const text = `${name} ${name.replaceAll('-', ' ')} ${title} ${summary}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
