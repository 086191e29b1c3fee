import { againstConcurrency } from '../run/limited.ts'

/** Of all slots, one client may take a sixteenth and one tool a half. */
const CLIENTS = 16
const TOOLS = 2

/** How many checks run at once in this process. */
export class Slots {
  private taken = 0
  private readonly byClient = new Map<string, number>()
  private readonly byTool = new Map<string, number>()
  readonly aClient: number
  readonly aTool: number

  constructor(readonly limit: number) {
    this.aClient = Math.ceil(limit / CLIENTS)
    this.aTool = Math.ceil(limit / TOOLS)
  }

  /** Takes a slot; the returned function gives it back. Throws a Refusal where there is none. Null: a client that is not counted. */
  take(tool: string, client: string | null): () => void {
    // First what is the client's own doing.
    if (client !== null && countOf(this.byClient, client) >= this.aClient) throw againstConcurrency('client', this.aClient)
    if (this.taken >= this.limit) throw againstConcurrency('all', this.limit)
    if (countOf(this.byTool, tool) >= this.aTool) throw againstConcurrency('tool', this.aTool)
    this.count(tool, client, 1)
    return () => this.count(tool, client, -1)
  }

  private count(tool: string, client: string | null, change: 1 | -1): void {
    this.taken += change
    add(this.byTool, tool, change)
    if (client !== null) add(this.byClient, client, change)
  }
}

function countOf(counts: ReadonlyMap<string, number>, key: string): number {
  return counts.get(key) ?? 0
}

/** Whoever has none is forgotten. */
function add(counts: Map<string, number>, key: string, change: number): void {
  const count = countOf(counts, key) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
