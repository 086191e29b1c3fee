import { cliText } from './cli.text.ts'
import { type Printed, printed } from './printed.ts'
import { usageError } from './usage-error.ts'

/** Printed in place of names of files, which the shell completes itself. */
export const FILES = ':files'

/**
 * The script for each shell. Names and values come from the program itself whenever Tab is pressed: they are those of its version, of its catalogue and
 * of its plug-ins. Nothing that is on the line is evaluated.
 */
const SCRIPTS = {
  bash: `# bash completion for doorstep: eval "$(doorstep completion bash)"
_doorstep() {
  local program=\${1/#\\~\\//$HOME/} current=\${COMP_WORDS[COMP_CWORD]} value rest
  COMPREPLY=()
  while IFS=$'\\t' read -r value rest; do
    if [ "$value" = '${FILES}' ]; then
      compopt -o filenames 2>/dev/null
      [ "$current" = '=' ] && current=
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$current")
      return
    fi
    COMPREPLY+=("$value")
  done < <("$program" complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _doorstep doorstep
`,
  zsh: `#compdef doorstep
# zsh completion for doorstep: source <(doorstep completion zsh), after compinit; or save it as _doorstep in a folder of $fpath
_doorstep() {
  local -a values
  local line
  for line in "\${(@f)$("\${(Q)words[1]}" complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == '${FILES}' ]]; then
      compset -P '*='
      _files
      return
    fi
    [[ -n $line ]] && values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe doorstep values
}
if [[ \${funcstack[1]} == _doorstep ]]; then _doorstep "$@"; else compdef _doorstep doorstep; fi
`,
  fish: `# fish completion for doorstep: doorstep completion fish | source
function __doorstep_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found ($words[1] complete $words[2..-1] 2>/dev/null)
  if test "$found" = '${FILES}'
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $found
  end
end
complete -c doorstep -f -a '(__doorstep_complete)'
`,
} as const

/** `doorstep completion bash`: the script to load into that shell. */
export function printCompletion([shell, ...rest]: readonly string[]): Printed {
  const [, script] = Object.entries(SCRIPTS).find(([name]) => name === shell) ?? []
  if (script === undefined || rest.length > 0)
    throw usageError(cliText, 'completion-needs', { words: Object.keys(SCRIPTS).join(', ') })
  return printed(script)
}
