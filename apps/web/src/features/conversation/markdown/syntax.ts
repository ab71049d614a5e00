import type { Root } from 'mdast'
import { fromMarkdown, type Extension } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mathFromMarkdown, type InlineMath } from 'mdast-util-math'
import { gfm } from 'micromark-extension-gfm'
import { mathSyntax } from './math-syntax.ts'

declare module 'mdast-util-math' {
  interface InlineMathData {
    /** Written with `$$` or `\[`: a display formula. */
    display?: boolean
  }
}

const displayMath: Extension = {
  exit: {
    mathText(token) {
      const value = this.resume()
      const written = this.sliceSerialize(token)
      const node = this.stack.at(-1) as InlineMath
      this.exit(token)
      node.value = value.trim()
      node.data = { display: written.startsWith('$$') || written.startsWith('\\[') }
    },
  },
}

const extensions = [gfm(), mathSyntax()]
const mdastExtensions = [gfmFromMarkdown(), mathFromMarkdown(), displayMath]

/**
 * Without the second search for addresses, inside what the first search did not treat as words. Its time grows with the square of
 * a word's length.
 */
const withoutSecondSearch = [
  ...gfmFromMarkdown().map(({ transforms: _search, ...extension }) => extension),
  mathFromMarkdown(),
  displayMath,
]
const veryLongWord = /[-.\w+]{1000}/u

/** Parses CommonMark, GitHub's extensions and mathematics into a syntax tree. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, {
    extensions,
    mdastExtensions: veryLongWord.test(text) ? withoutSecondSearch : mdastExtensions,
  })
}
