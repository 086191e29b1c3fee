// The text format of Prometheus, read as strictly as its grammar is written.
// https://prometheus.io/docs/instrumenting/exposition_formats/

export interface Family {
  readonly type: string
  readonly help: string
  readonly samples: { name: string; labels: Record<string, string>; value: number }[]
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABEL = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"'
const HELP = new RegExp(`^# HELP (${NAME}) ((?:[^\\\\]|\\\\[\\\\n])+)$`)
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary|untyped)$`)
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (NaN|[+-]Inf|[+-]?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`)
const SUFFIXES: Record<string, readonly string[]> = { histogram: ['_bucket', '_sum', '_count'] }

/** Returns the families of a text by their names. Throws where the text breaks the grammar or contradicts itself. */
export function parsePrometheus(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith('\n')) refuse(text.slice(-80))
  const families = new Map<string, Family>()
  const seen = new Set<string>()
  let help: RegExpExecArray | null = null
  let current = ''
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const type = TYPE.exec(line)
    if (line.startsWith('# HELP')) help = HELP.exec(line) ?? refuse(line)
    else if (type) {
      const [, name = '', kind = ''] = type
      if (families.has(name) || help?.[1] !== name) refuse(line)
      current = name
      families.set(name, { type: kind, help: help?.[2] ?? '', samples: [] })
    } else {
      const [, name = '', labelText = '', value = ''] = SAMPLE.exec(line) ?? refuse(line)
      const family = families.get(current) ?? refuse(line)
      const names = SUFFIXES[family.type]?.map((suffix) => current + suffix) ?? [current]
      const key = `${name}{${labelText}}`
      if (!names.includes(name) || seen.has(key)) refuse(line)
      seen.add(key)
      family.samples.push({ name, labels: labelsIn(labelText), value: Number(value.replace('Inf', 'Infinity')) })
    }
  }
  for (const [name, family] of families) if (family.type === 'histogram') checkBuckets(name, family)
  return families
}

function labelsIn(text: string): Record<string, string> {
  const pairs = [...text.matchAll(new RegExp(LABEL, 'g'))].map(([pair]) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at), pair.slice(at + 2, -1)]
  })
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) refuse(text)
  return Object.fromEntries(pairs)
}

/** Buckets count upwards, and the last holds everything. */
function checkBuckets(name: string, { samples }: Family): void {
  for (const { labels, value: count } of samples.filter((sample) => sample.name === `${name}_count`)) {
    const isSame = (other: Record<string, string>) => Object.entries(labels).every(([key, value]) => other[key] === value)
    const buckets = samples.filter((sample) => sample.name === `${name}_bucket` && isSame(sample.labels))
    const counts = buckets.map(({ value }) => value)
    const isRising = counts.every((value, index) => value >= (counts[index - 1] ?? 0))
    if (!isRising || buckets.at(-1)?.labels.le !== '+Inf' || counts.at(-1) !== count) refuse(name)
  }
}

function refuse(line: string): never {
  throw new Error(`not Prometheus text: ${line}`)
}
