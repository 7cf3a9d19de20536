// Specs: spec/acceptance/completion.spec.ts

/**
 * What a shell runs to complete `scaffold`: it passes on the words up to the cursor, and takes one suggestion a line, with a
 * tab before its description.
 */
/** The script that makes a shell complete `scaffold`, by its name. */
export const SCRIPTS = {
  // Bash breaks words at colons, as in make:view, and expects only what follows the last one.
  bash: `_scaffold() {
  local line=\${COMP_LINE:0:COMP_POINT} words current kept suggestion
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  current=\${words[\${#words[@]}-1]}
  kept=
  [[ $COMP_WORDBREAKS == *:* && $current == *[:=]* ]] && kept=\${current%"\${current##*[:=]}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r suggestion _; do
    [[ -n $suggestion ]] && COMPREPLY+=("\${suggestion#"$kept"}")
  done < <(scaffold completion bash -- "\${words[@]:1}" 2> /dev/null)
}
complete -F _scaffold scaffold
`,
  zsh: `#compdef scaffold
_scaffold() {
  local suggestion
  local -a suggestions
  for suggestion in "\${(@f)$(scaffold completion zsh -- "\${(@)words[2,CURRENT]}" 2> /dev/null)}"; do
    [[ -n $suggestion ]] && suggestions+=("\${\${suggestion//:/\\\\:}/$'\\t'/:}")
  done
  _describe scaffold suggestions
}
if [[ $funcstack[1] == _scaffold ]]; then
  _scaffold
else
  compdef _scaffold scaffold
fi
`,
  fish: `function __scaffold
  set -l words (commandline -opc)
  scaffold completion fish -- $words[2..] (commandline -ct) 2> /dev/null
end
complete -c scaffold -f -a '(__scaffold)'
`,
} as const;

/** A shell that completes words of `scaffold`. */
export type Shell = keyof typeof SCRIPTS;

/** The shells that complete words of `scaffold`. */
export const SHELLS = Object.keys(SCRIPTS) as readonly Shell[];
