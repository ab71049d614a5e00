import { ExternalHyperlink, FootnoteReferenceRun, ImageRun, type ParagraphChild, TextRun } from 'docx'
import type { PhrasingContent } from 'mdast'
import type { DocumentNotes, DocumentPicture } from './document-notes.ts'

/** The formatting of a text run, inherited from its context. */
type RunStyle = {
  bold?: boolean
  italics?: boolean
  strike?: boolean
  isLink?: boolean
  isRightToLeft: boolean
}

/** Characters that XML forbids. */
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/gu
export const writable = (text: string): string => text.replaceAll(unwritable, '\uFFFD')

export const codeFont = 'Consolas'
export const mathFont = 'Cambria Math'

/** The text of a paragraph as runs of a document: emphasis, links, code, formulas as source. */
export function inlineRuns(
  nodes: readonly PhrasingContent[],
  style: RunStyle,
  notes: DocumentNotes,
): ParagraphChild[] {
  return nodes.flatMap((node) => runsOf(node, style, notes))
}

function runsOf(node: PhrasingContent, style: RunStyle, notes: DocumentNotes): ParagraphChild[] {
  switch (node.type) {
    case 'html':
      // Markdown has no other break within a cell.
      return /^<br\s*\/?>$/i.test(node.value) ? [new TextRun({ break: 1 })] : [textRun(node.value, style)]
    case 'text':
      return [textRun(node.value.replaceAll('\n', ' '), style)]
    case 'strong':
      return inlineRuns(node.children, { ...style, bold: true }, notes)
    case 'emphasis':
      return inlineRuns(node.children, { ...style, italics: true }, notes)
    case 'delete':
      return inlineRuns(node.children, { ...style, strike: true }, notes)
    case 'inlineCode':
      return [
        textRun(node.value, { ...style, isRightToLeft: false }, { font: codeFont, style: 'InlineCode' }),
      ]
    case 'inlineMath':
      return [
        textRun(node.value, { ...style, isRightToLeft: false }, { font: mathFont, style: 'InlineFormula' }),
      ]
    case 'break':
      return [new TextRun({ break: 1 })]
    case 'link':
      return linked(
        node.url,
        inlineRuns(node.children, { ...style, isLink: true }, notes),
        node.children,
        style,
        notes,
      )
    case 'linkReference': {
      const url = notes.addressOf(node.identifier)
      return linked(
        url,
        inlineRuns(node.children, { ...style, isLink: true }, notes),
        node.children,
        style,
        notes,
      )
    }
    case 'image': {
      const picture = notes.pictures.get(node.url)
      if (picture) return [imageRun(picture, node.alt ?? '')]
      return linked(node.url, [textRun(node.alt || node.url, { ...style, isLink: true })], [], style, notes)
    }
    case 'imageReference':
      return [textRun(node.alt ?? '', style)]
    case 'footnoteReference': {
      const number = notes.numberOf(node.identifier)
      return number === null ? [] : [new FootnoteReferenceRun(number)]
    }
    default:
      return []
  }
}

/** Width of the text on the page, in pixels. */
const pageWidth = 600

function imageRun({ type, bytes, width, height }: DocumentPicture, alt: string): ImageRun {
  const scale = Math.min(1, pageWidth / width)
  return new ImageRun({
    type,
    data: bytes,
    transformation: { width: Math.round(width * scale), height: Math.round(height * scale) },
    altText: { name: writable(alt), description: writable(alt), title: writable(alt) },
  })
}

/** A link to a URL that a document may open; for any other URL only the text. */
function linked(
  address: string | null,
  runs: ParagraphChild[],
  words: readonly PhrasingContent[],
  style: RunStyle,
  notes: DocumentNotes,
): ParagraphChild[] {
  if (address !== null && /^(https?:|mailto:)/i.test(address))
    return [new ExternalHyperlink({ link: writable(address), children: runs })]
  return words.length > 0 ? inlineRuns(words, style, notes) : runs
}

function textRun(
  text: string,
  { isRightToLeft, isLink = false, ...emphasis }: RunStyle,
  more: { font?: string; style?: string } = {},
): TextRun {
  return new TextRun({
    text: writable(text),
    ...emphasis,
    ...(isRightToLeft && { rightToLeft: true }),
    ...(isLink && { style: 'Hyperlink' }),
    ...more,
  })
}
