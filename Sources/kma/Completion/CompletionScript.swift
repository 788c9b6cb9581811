enum CompletionScript: String, CaseIterable {
    case bash, zsh, fish

    var text: String {
        switch self {
        case .bash: CompletionScript.bashText
        case .zsh: CompletionScript.zshText
        case .fish: CompletionScript.fishText
        }
    }

    // `=` and `:` end a word for bash's readline; ours have none.
    private static let bashText = #"""
        # bash completion for kma: source this file, or put it where bash-completion looks for `kma`.
        _kma() {
            local line
            COMPREPLY=()
            while IFS=$'\t' read -r line _; do
                [ -n "$line" ] && COMPREPLY+=("$line")
            done < <("${COMP_WORDS[0]}" completion --words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
            # Readline puts in the common beginning of all; an empty candidate keeps it from deleting what is typed.
            local typed=${COMP_WORDS[COMP_CWORD]} word
            [ ${#COMPREPLY[@]} -gt 1 ] || return 0
            for word in "${COMPREPLY[@]}"; do
                [[ $word == "$typed"* ]] || { COMPREPLY+=(""); break; }
            done
        }
        complete -o nosort -F _kma kma 2>/dev/null || complete -F _kma kma
        """#

    // -U: words need not begin as typed; -Q: a space stays a space; -V: the best first.
    private static let zshText = #"""
        #compdef kma
        # zsh completion for kma: put this file as `_kma` into a folder of $fpath, or source it after compinit.
        _kma() {
            local line
            local -a texts meanings
            for line in "${(@f)$("${words[1]}" completion --words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
                [[ -n $line ]] || continue
                texts+=("${line%%$'\t'*}")
                meanings+=("${line/$'\t'/  }")
            done
            (( $#texts )) || return 1
            compadd -U -Q -V kma -l -d meanings -- "${texts[@]}"
            # zsh puts the common beginning of all in place of the word, which would delete it where one begins otherwise.
            if (( $#texts > 1 )) && [[ -n ${texts[(r)^${(b)PREFIX}*]} ]]; then
                compstate[insert]=
                compstate[list]=list
            fi
        }
        if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
            _kma "$@"
        else
            compdef _kma kma
        fi
        """#

    private static let fishText = #"""
        # fish completion for kma: put this file as `kma.fish` into ~/.config/fish/completions.
        function __kma_complete
            set -l words (commandline -opc) (commandline -ct)
            command $words[1] completion --words -- $words[2..] 2>/dev/null
        end
        complete -c kma -f -a '(__kma_complete)'
        """#
}
