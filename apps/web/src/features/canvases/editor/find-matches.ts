import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

type Match = { from: number; to: number }
type Found = { query: string; matches: readonly Match[]; index: number }

const key = new PluginKey<Found>('find')
const nothing: Found = { query: '', matches: [], index: 0 }

/** The current search in the document, with its matches. */
export const foundIn = (state: EditorState): Found => key.getState(state) ?? nothing

/** The transaction metadata that changes the search text, or which match is the current one. */
export const searching = (change: { query?: string; index?: number }) => ({ key, change }) as const

/** Highlights matches of a text, ignoring case. */
export const FindMatches = Extension.create({
  name: 'findMatches',
  addProseMirrorPlugins: () => [
    new Plugin<Found>({
      key,
      state: {
        init: () => nothing,
        apply(transaction, found) {
          const change = transaction.getMeta(key) as Partial<Found> | undefined
          if (!change && (!transaction.docChanged || found.query === '')) return found
          const query = change?.query ?? found.query
          const isSame = query === found.query && !transaction.docChanged
          const matches = isSame ? found.matches : matchesOf(transaction.doc, query)
          const index = matches.length === 0 ? 0 : modulo(change?.index ?? found.index, matches.length)
          return { query, matches, index }
        },
      },
      props: {
        decorations(state) {
          const { matches, index } = foundIn(state)
          return DecorationSet.create(
            state.doc,
            matches.map(({ from, to }, place) =>
              Decoration.inline(from, to, { class: place === index ? 'find-current' : 'find-match' }),
            ),
          )
        },
      },
    }),
  ],
})

const modulo = (index: number, count: number) => ((index % count) + count) % count
const maxMatches = 2_000

/** Returns the matches of a text within single blocks. */
function matchesOf(doc: Node, query: string): Match[] {
  if (query === '') return []
  const pattern = new RegExp(query.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'giu')
  const matches: Match[] = []
  doc.descendants((node, position) => {
    if (!node.isTextblock || matches.length >= maxMatches) return
    // A leaf takes one position, and its placeholder one character.
    const text = node.textBetween(0, node.content.size, undefined, '\uFFFC')
    for (const found of text.matchAll(pattern)) {
      if (found[0] === '' || matches.length >= maxMatches) break
      matches.push({ from: position + 1 + found.index, to: position + 1 + found.index + found[0].length })
    }
  })
  return matches
}
