import { Fragment } from 'preact'

/** Text between back quotes in a sentence is for programs: a name, a value, a command. */
const QUOTED = /`([^`]+)`/

/** Renders a sentence of the server, with what is for programs set apart. */
export function Prose({ text }: { text: string }) {
  // Every second part was between quotes.
  return <>{text.split(QUOTED).map((part, index) => (index % 2 === 1 ? <Code key={index} text={part} /> : part))}</>
}

/** Renders a paragraph of it. */
export function Paragraph({ look, text }: { look?: string; text: string }) {
  return (
    <p class={look}>
      <Prose text={text} />
    </p>
  )
}

/** Lines break between words, never after the hyphen of a flag. */
function Code({ text }: { text: string }) {
  const words = text.split(' ')
  if (words.length === 1) return <code>{text}</code>
  return (
    <code>
      {words.map((word, index) => (
        <Fragment key={index}>
          {index === 0 ? null : ' '}
          <span>{word}</span>
        </Fragment>
      ))}
    </code>
  )
}
