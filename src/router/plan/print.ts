/** A plan for a terminal: the menu path, what to enter there, the same as commands, then the notes. */
interface Plan {
  service: { name: string }
  router: { name: string; known: boolean; fields: Fields }
  menuPath: readonly string[]
  menuVariants: readonly { when: string; menuPath: readonly string[] }[]
  rules: readonly (Fields & { required: boolean })[]
  commands: readonly { kind: string; where: string; lines: readonly string[] }[]
  securityNotes: readonly string[]
  notes: readonly string[]
}

interface Fields {
  name: string
  externalPort: string
  internalPort: string
  protocol: string
  internalIp: string
}

const GAP = '  '

export function printPlan(plan: Plan): string {
  const { service, router, menuPath, menuVariants, rules, securityNotes, notes } = plan
  return [
    `${service.name} - ${router.name}`,
    ...(rules.length > 0
      ? [
          menuPath.join(' > '),
          ...menuVariants.map(({ when, menuPath: path }) => `(${when}) ${path.join(' > ')}`),
          '',
          ...table([cellsOf(router.fields), ...rules.map(rowOf)]),
        ]
      : []),
    '',
    ...usable(plan).flatMap(({ kind, where, lines }) => [`# ${kind} (${where})`, ...lines, '']),
    ...listed('!', securityNotes),
    ...listed('*', notes),
    '',
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

/** For a known router, without the commands for other routers; its own come first. */
function usable({ router, commands }: Plan): Plan['commands'] {
  return router.known ? commands.filter(({ where }, index) => where === 'device' || index === 0) : commands
}

function listed(mark: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [...lines.map((line) => `${mark} ${line}`), '']
}

function cellsOf({ name, externalPort, internalPort, protocol, internalIp }: Fields): string[] {
  return [name, externalPort, internalPort, protocol, internalIp]
}

/** Optional rules are in brackets, as in a manual. */
function rowOf({ required, ...rule }: Plan['rules'][number]): string[] {
  const name = required ? rule.name : `[${rule.name}]`
  return cellsOf({ ...rule, name, protocol: rule.protocol.toUpperCase() })
}

/** Columns are as wide as a terminal shows them: Hangul takes two cells. */
function table(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => Bun.stringWidth(row[column] ?? ''))))
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell)))
      .join(GAP)
      .trimEnd(),
  )
}
