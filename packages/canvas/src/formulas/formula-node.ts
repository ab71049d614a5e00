import { Extension, Node } from '@tiptap/core'
import {
  type Formula as FormulaOf,
  formulaAtStart,
  formulaBlockAtStart,
  formulaBlockStart,
  formulaText,
  tidySource,
} from './formula-syntax.ts'

/** Name of the node in the shared document. */
export const formulaNode = 'formula'

/** Reads the attributes of a formula, which a modified client may have written. */
export function formulaOf(attributes: Readonly<Record<string, unknown>> | undefined): FormulaOf {
  const { source, isDisplay } = attributes ?? {}
  return {
    source: typeof source === 'string' ? tidySource(source, isDisplay === true) : '',
    isDisplay: isDisplay === true,
  }
}

/** Mathematics, as TeX. It is part of a line also when it is displayed on a line of its own, so that lists and cells can have it. */
export const Formula = Node.create({
  name: formulaNode,
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({
    source: { default: '', rendered: false },
    isDisplay: { default: false, rendered: false },
  }),
  // Pages that typeset mathematics have its source in an annotation of their MathML.
  parseHTML: () => [
    {
      tag: 'span[data-formula]',
      getAttrs: (element) =>
        attributesOf(element.dataset['formula'] ?? '', element.dataset['display'] !== undefined),
    },
    { tag: 'span.katex-display', getAttrs: (element) => annotated(element, true) },
    { tag: 'span.katex', getAttrs: (element) => annotated(element, false) },
    {
      tag: 'math',
      getAttrs: (element) => annotated(element, element.getAttribute('display') === 'block'),
    },
  ],
  renderHTML({ node }) {
    const formula = formulaOf(node.attrs)
    const attributes = { 'data-formula': formula.source, ...(formula.isDisplay && { 'data-display': '' }) }
    return ['span', { ...attributes, dir: 'ltr' }, formulaText(formula)]
  },
  renderText: ({ node }) => formulaText(formulaOf(node.attrs)),
  extendNodeSchema: (extension) =>
    extension.name === formulaNode
      ? { leafText: ({ attrs }: { attrs: Record<string, unknown> }) => formulaText(formulaOf(attrs)) }
      : {},
  markdownTokenizer: {
    name: formulaNode,
    level: 'inline',
    start: (text) => text.search(/\$|\\[([]/u),
    tokenize: (text) => tokenOf(formulaNode, formulaAtStart(text)),
  },
  parseMarkdown: ({ attributes }) => ({ type: formulaNode, attrs: { ...formulaOf(attributes) } }),
  renderMarkdown: ({ attrs }) => formulaText(formulaOf(attrs)),
})

/** A Markdown block that is one formula: a paragraph with it. */
export const FormulaBlocks = Extension.create({
  name: 'formulaBlocks',
  markdownTokenName: 'formulaBlock',
  markdownTokenizer: {
    name: 'formulaBlock',
    level: 'block',
    start: formulaBlockStart,
    tokenize: (text) => tokenOf('formulaBlock', formulaBlockAtStart(text)),
  },
  parseMarkdown: ({ attributes }) => ({
    type: 'paragraph',
    content: [{ type: formulaNode, attrs: { ...formulaOf(attributes) } }],
  }),
})

const tokenOf = (type: string, found: (FormulaOf & { raw: string }) | null) =>
  found
    ? {
        type,
        raw: found.raw,
        text: found.source,
        attributes: { source: found.source, isDisplay: found.isDisplay },
      }
    : undefined

const attributesOf = (source: string, isDisplay: boolean): FormulaOf | false => {
  const formula = formulaOf({ source, isDisplay })
  return formula.source === '' ? false : formula
}

const annotated = (element: HTMLElement, isDisplay: boolean): FormulaOf | false =>
  attributesOf(
    element.querySelector('annotation[encoding="application/x-tex"]')?.textContent ?? '',
    isDisplay,
  )
