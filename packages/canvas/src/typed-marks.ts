import { type AnyExtension, getMarkType, markInputRule, markPasteRule } from '@tiptap/core'

const signsOf: Readonly<Record<string, readonly string[]>> = {
  bold: ['**', '__'],
  italic: ['*', '_'],
  strike: ['~~'],
}

/**
 * A word or phrase between two of the same sign, as Markdown has it: the signs touch the phrase, and no letter follows. Tiptap's own rules
 * also read `5 * 1 * 1` and `_private_name` as marked.
 */
function markedBy(sign: string): string {
  const [character] = sign
  const signs = `[${character}]{${sign.length}}`
  return `(?:^|\\s)(${signs}((?!\\s)[^${character}]*[^${character}\\s])${signs})(?![\\p{L}\\p{N}${character}])`
}

/** Replaces the rules by which typed and pasted signs become marks. */
export function withTypedMarks(extension: AnyExtension): AnyExtension {
  const { name } = extension
  const ofMark = signsOf[name]
  if (!ofMark) return extension
  return extension.extend({
    addInputRules() {
      return ofMark.map((sign) =>
        markInputRule({
          find: new RegExp(`${markedBy(sign)}$`, 'u'),
          type: getMarkType(name, this.editor.schema),
        }),
      )
    },
    addPasteRules() {
      return ofMark.map((sign) =>
        markPasteRule({
          find: new RegExp(markedBy(sign), 'gu'),
          type: getMarkType(name, this.editor.schema),
        }),
      )
    },
  })
}
