// The looks at homes as a table for people.
import type { HomeCase } from './cases.ts'
import { type Looked, saidBy } from './look.ts'

const HEAD = `| home | from outside alone | from inside alone | joined | packets to the router | packets to the server | seconds | MiB |
| --- | --- | --- | --- | --- | --- | --- | --- |
`

export function tableOf(all: readonly { readonly one: HomeCase; readonly looked: Looked }[]): string {
  return HEAD + all.map(({ one, looked }) => rowOf(one, looked)).join('')
}

function rowOf({ name }: HomeCase, { outside, inside, joined, spoken, home }: Looked): string {
  const { server } = home.street
  const to = (isMeant: (address: string) => boolean) =>
    spoken.filter(({ address }) => isMeant(address)).reduce((sum, { packets }) => sum + packets, 0)
  const isServer = (address: string) => address === server[4] || address === server[6]
  const proof = joined.json?.proof ? `, ${joined.json.proof}` : ''
  const lines = inside ? [inside, joined] : [joined]
  const seconds = lines.map(({ json }) => (Number(json?.elapsedMs) / 1000).toFixed(1)).join(', ')
  const shown = (line: Looked['inside']) => (line ? `${saidBy(line)}: \`${line.json?.cause}\`` : '')
  const cells = [
    ...[name, outside ? outsideSaid(outside) : '', shown(inside), `${shown(joined)}${proof}`],
    ...[String(to((address) => !isServer(address))), String(to(isServer)), seconds],
    String(Math.round(joined.memoryMiB ?? 0)),
  ]
  return `| ${cells.join(' | ')} |\n`
}

/** Returns the verdict of reachability, with the finding that it rests on. */
function outsideSaid({ verdict, blockedAt, steps = [] }: Looked['outside']): string {
  const found = steps.findLast(({ status }: { status: string }) => status === 'problem' || status === 'unknown')
  return `${blockedAt ? `${verdict}, ${blockedAt}` : verdict}${found && verdict !== 'reachable' ? `: \`${found.code}\`` : ''}`
}
