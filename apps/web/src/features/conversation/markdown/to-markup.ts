import type { Element, Nodes, Properties } from 'hast'
import { groupBlocks, joinTable } from './block.ts'
import { emptyDocument, readMarkdown } from './document.ts'
import { toHast, type PartData } from './to-hast.ts'

/** Markup of a text for the clipboard, from the same tree that the page draws: no HTML of the text's own, no pictures. */
export function toMarkup(markdown: string): string {
  const { settled, open, definitions } = readMarkdown(emptyDocument, markdown, true)
  return groupBlocks([...settled, ...open])
    .map((group) => markup(toHast(joinTable(group).nodes, definitions.values())))
    .join('\n')
}

const empty = new Set(['br', 'hr', 'input'])
const kept = new Set(['href', 'title', 'start', 'align', 'checked', 'disabled', 'type'])

function markup(node: Nodes): string {
  if (node.type === 'text') return escape(node.value)
  if (node.type === 'root') return node.children.map((child) => markup(child)).join('')
  if (node.type !== 'element') return ''
  if (node.data?.part) return partMarkup(node.data.part)
  if (node.tagName === 'img') return escape(String(node.properties.alt ?? ''))
  const open = `<${node.tagName}${attributes(node.properties)}>`
  return empty.has(node.tagName) ? open : `${open}${inner(node)}</${node.tagName}>`
}

const inner = (element: Element): string => element.children.map((child) => markup(child)).join('')

function partMarkup(data: PartData): string {
  switch (data.part) {
    case 'code':
      return `<pre><code>${escape(data.value)}</code></pre>`
    case 'math':
      return data.display
        ? `<p><code>${escape(data.formula)}</code></p>`
        : `<code>${escape(data.formula)}</code>`
    case 'table':
      return `<table>${inner(data.table)}</table>`
    case 'footnote':
      return `<sup>${escape(data.identifier)}</sup>`
    case 'link':
      return `${markup(data.link)} (${escape(data.host)})`
    case 'citation':
      return escape(data.written)
  }
}

function attributes(properties: Properties): string {
  return Object.entries(properties)
    .filter(([name, value]) => kept.has(name) && value !== false && value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join('')
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
