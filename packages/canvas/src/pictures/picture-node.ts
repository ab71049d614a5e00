import { Extension, Node } from '@tiptap/core'

/** Name of the node in the shared document. */
export const pictureNode = 'picture'

/** A picture of the canvas. `width` and `height` are of the file, in pixels. */
export type Picture = { fileId: string; alt: string; width: number; height: number }

const maxAltCharacters = 500
const maxSide = 4096
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^file_[\w-]{1,55}$/.test(value)
const sideOf = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxSide ? value : 0

/** A description on one line, limited, without control characters. */
export const tidyAlt = (alt: string): string =>
  alt
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxAltCharacters)
    .toWellFormed()

/** Reads the attributes of a picture, which a modified client may have written. Sides are 0 when they are unknown. */
export function pictureOf(attributes: Readonly<Record<string, unknown>> | undefined): Picture {
  const { fileId, alt, width, height } = attributes ?? {}
  return {
    fileId: isId(fileId) ? fileId : '',
    alt: typeof alt === 'string' ? tidyAlt(alt) : '',
    width: sideOf(width),
    height: sideOf(height),
  }
}

/** A picture on its own line in Markdown: `![description](id)`, with its size in pixels as the title, `640x480`. */
const inMarkdown =
  /^ {0,3}!\[((?:\\[^\n]|[^\\\]\n]){0,2000})\]\((file_[\w-]{1,55})(?: "(\d{1,4})x(\d{1,4})")?\)[ \t]*(?:\n+|$)/u

/**
 * A picture of the canvas, a block of its own. It names a file that the server gives to those who may view the canvas, so that a document
 * loads nothing from other sites.
 */
export const PictureNode = Node.create({
  name: pictureNode,
  group: 'block',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({
    fileId: { default: '', rendered: false },
    alt: { default: '', rendered: false },
    width: { default: 0, rendered: false },
    height: { default: 0, rendered: false },
  }),
  parseHTML: () => [
    {
      tag: 'img[data-picture]',
      getAttrs: (element) => {
        const { dataset } = element
        const picture = pictureOf({
          fileId: dataset['picture'],
          alt: element.getAttribute('alt'),
          width: Number(element.getAttribute('width')),
          height: Number(element.getAttribute('height')),
        })
        return picture.fileId === '' ? false : picture
      },
    },
  ],
  renderHTML({ node }) {
    const { fileId, alt, width, height } = pictureOf(node.attrs)
    return ['img', { 'data-picture': fileId, alt, ...(width > 0 && { width, height }) }]
  },
  renderText: ({ node }) => pictureOf(node.attrs).alt,
  markdownTokenizer: {
    name: pictureNode,
    level: 'block',
    start: (text) => text.search(/(?:^|\n) {0,3}!\[/u),
    tokenize(text) {
      const found = inMarkdown.exec(text)
      if (!found) return undefined
      const [raw, alt = '', fileId = '', width = '0', height = '0'] = found
      const attributes = pictureOf({
        fileId,
        alt: alt.replaceAll(/\\([^\n])/gu, '$1'),
        width: Number(width),
        height: Number(height),
      })
      return { type: pictureNode, raw, text: attributes.alt, attributes }
    },
  },
  parseMarkdown: ({ attributes }) => ({ type: pictureNode, attrs: { ...pictureOf(attributes) } }),
  renderMarkdown({ attrs }) {
    const { fileId, alt, width, height } = pictureOf(attrs)
    const size = width > 0 && height > 0 ? ` "${width}x${height}"` : ''
    return fileId === ''
      ? ''
      : `![${alt.replaceAll(/[\\[\]!*_`$~<>|&]/gu, String.raw`\$&`)}](${fileId}${size})`
  },
})

const image =
  /^!\[((?:\\[^\n]|[^\\\]\n]){0,2000})\]\([ \t]*(?:<([^<>\n]{1,2000})>|([^\s()<>]{1,2000}))(?:[ \t]+(?:"[^"\n]{0,2000}"|'[^'\n]{0,2000}'))?[ \t]*\)/u

/** An image of another site, of a Markdown text, is a link to it. */
export const ImageLinks = Extension.create({
  name: 'imageLinks',
  markdownTokenName: 'imageLink',
  markdownTokenizer: {
    name: 'imageLink',
    level: 'inline',
    start: (text) => text.indexOf('!['),
    tokenize(text) {
      const [raw, alt = '', inBrackets, bare] = image.exec(text) ?? []
      const href = inBrackets ?? bare ?? ''
      const description = tidyAlt(alt.replaceAll(/\\([^\n])/gu, '$1'))
      return raw === undefined
        ? undefined
        : { type: 'imageLink', raw, text: description === '' ? href : description, attributes: { href } }
    },
  },
  parseMarkdown: ({ text = '', attributes }, { createTextNode }) =>
    createTextNode(text, [{ type: 'link', attrs: { href: String(attributes?.['href']) } }]),
})
