/** What stands between back quotes in a sentence is for programs: a name, a value, a command. */
const QUOTED = /`([^`]+)`/

/** A sentence of the server, with what is for programs set apart. */
export function Prose({ text }: { text: string }) {
  // Every other part is one that the expression has taken out of its quotes.
  return <>{text.split(QUOTED).map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
}
