import { OPTIONS } from './options.ts'

/** What `--help` prints, from the table of settings. */
export function helpText(): string {
  const rows = Object.values(OPTIONS).map(({ flag, placeholder, meaning, variable, fallback }) => {
    const usual = fallback === '' ? '' : ` (default ${fallback})`
    return `${`  --${flag} ${placeholder}`.padEnd(30)}${meaning}${usual}\n${''.padEnd(30)}${variable}`
  })
  return `doorstep: who is asking, and what stands between them and a reachable port

Usage: doorstep [serve] [flags]    serves
       doorstep check [flags]      tells every mistake in the settings and in the files that they name
       doorstep check --schema [brands|use-cases|isps|platforms]
                                   prints the JSON Schema of a file of --catalog-dir

${rows.join('\n')}
  -h, --help                  this text
  -v, --version               the version

Every flag has an environment variable, named below it; a flag takes precedence.
SIGTERM stops it and gives its clients time to leave; Ctrl-C stops it once no request is running. SIGHUP reads the
named files again, and the log says which.
`
}
