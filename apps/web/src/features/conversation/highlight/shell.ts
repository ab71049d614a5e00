import type { LanguageFn } from 'highlight.js'
import bash from 'highlight.js/lib/languages/bash'

const keywords = 'if|then|else|elif|fi|for|while|until|in|do|done|case|esac|function|select|time'

/** Highlight.js's grammar of Bash, with the names and options of any command, not only of Bash's own. */
const shell: LanguageFn = (core) => {
  const grammar = bash(core)
  grammar.contains.push(
    {
      scope: 'built_in',
      match: new RegExp(
        `(?<=(?<!\\\\\\n)^[ \\t]*(?:\\$ )?|[;&|(][ \\t]*|\\b(?:sudo|if|elif|while|until|do|then|else|exec|xargs) )(?!(?:${keywords})\\b)[a-z][\\w.-]*(?=[ \\t\\n;|&)]|$)`,
        'mu',
      ),
    },
    { scope: 'literal', match: /(?<=[ \t])--?[A-Za-z][\w-]*/u },
  )
  return grammar
}

export default shell
