/** A plan for a terminal: the way, what to type there, the same as commands, then what to do. */
interface Plan {
  service: { name: string }
  router: { name: string; fields: Fields }
  menuPath: readonly string[]
  rules: readonly (Fields & { required: boolean })[]
  commands: readonly { kind: string; where: string; lines: readonly string[] }[]
  securityNotes: readonly string[]
  nextActions: readonly { text: string }[]
}

interface Fields {
  name: string
  externalPort: string
  internalPort: string
  protocol: string
  internalIp: string
}

const GAP = '  '

export function printPlan({ service, router, menuPath, rules, commands, securityNotes, nextActions }: Plan): string {
  return [
    `${service.name} - ${router.name}`,
    menuPath.join(' > '),
    '',
    ...(rules.length > 0 ? [...table([cellsOf(router.fields), ...rules.map(rowOf)]), ''] : []),
    ...commands.flatMap(({ kind, where, lines }) => [`# ${kind} (${where})`, ...lines, '']),
    ...securityNotes.map((note) => `! ${note}`),
    ...(securityNotes.length > 0 ? [''] : []),
    ...nextActions.map(({ text }) => `> ${text}`),
    '',
  ].join('\n')
}

function cellsOf({ name, externalPort, internalPort, protocol, internalIp }: Fields): string[] {
  return [name, externalPort, internalPort, protocol, internalIp]
}

/** What is optional stands in brackets, as in a manual. */
function rowOf({ required, ...rule }: Plan['rules'][number]): string[] {
  const name = required ? rule.name : `[${rule.name}]`
  return cellsOf({ ...rule, name, protocol: rule.protocol.toUpperCase() })
}

/** Columns as wide as a terminal shows them: Hangul takes two cells. */
function table(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => Bun.stringWidth(row[column] ?? ''))))
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell)))
      .join(GAP)
      .trimEnd(),
  )
}
