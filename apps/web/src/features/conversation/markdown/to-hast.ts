import type { Element, ElementContent, Nodes as HastNodes, Properties, Root, RootContent, Text } from 'hast'
import type {
  Definition,
  FootnoteDefinition,
  Html,
  Nodes,
  Parents,
  RootContent as MarkdownContent,
} from 'mdast'
import type { InlineMath, Math } from 'mdast-util-math'
import { toHast as convert, type Handlers } from 'mdast-util-to-hast'
import { safeLink } from './link-policy.ts'
import { misleadingHost } from './named-hosts.ts'
import { withNamedCheckbox } from './task-item.ts'

/** Elements that our own components draw; their data travels in `data`. */
export type PartData =
  | { part: 'code'; value: string; language: string }
  | { part: 'math'; formula: string; display: boolean }
  | { part: 'footnote'; identifier: string }
  | { part: 'table'; table: Element }
  | { part: 'citation'; numbers: number[]; written: string }
  /** A link whose text names another host than its target. */
  | { part: 'link'; link: Element; host: string }

declare module 'hast' {
  interface ElementData {
    part?: PartData
  }
}

const part = (data: PartData): Element => ({
  type: 'element',
  tagName: `${data.part}-part`,
  properties: {},
  children: [],
  data: { part: data },
})
const text = (value: string): Text => ({ type: 'text', value })

const handlers: Handlers = {
  code: (_, node: { value: string; lang?: string | null }) =>
    part({ part: 'code', value: node.value, language: node.lang ?? '' }),
  math: (_, node: Math) => part({ part: 'math', formula: node.value, display: true }),
  inlineMath: (_, node: InlineMath) =>
    part({ part: 'math', formula: node.value, display: node.data?.display ?? false }),
  footnoteReference: (_, node: { identifier: string }) =>
    part({ part: 'footnote', identifier: node.identifier }),
  footnoteDefinition: () => undefined,
  html: showHtml,
}

/** HTML is shown as the text that it is; a line break, which models write into tables, breaks the line. */
function showHtml(_: unknown, node: Html, parent: Parents | undefined): ElementContent {
  if (/^<br\s*\/?>$/iu.test(node.value))
    return { type: 'element', tagName: 'br', properties: {}, children: [] }
  const isBlock = !parent || ['root', 'blockquote', 'listItem', 'footnoteDefinition'].includes(parent.type)
  return isBlock
    ? { type: 'element', tagName: 'p', properties: {}, children: [text(node.value)] }
    : text(node.value)
}

/**
 * Blocks to the rendered tree: only elements that Markdown has, only links to http, https and mail, no ids. `definitions` are those of the
 * whole text.
 */
export function toHast(
  nodes: MarkdownContent[],
  definitions: Iterable<Definition | FootnoteDefinition>,
  { citations = false, headingsBelow = 0 }: Partial<Pick<Place, 'citations' | 'headingsBelow'>> = {},
): Root {
  const links = Array.from(definitions).filter((node) => node.type === 'definition' && !nodes.includes(node))
  const converted = convert({ type: 'root', children: [...links, ...nodes] } satisfies Nodes, {
    handlers,
    allowDangerousHtml: false,
  })
  const root: Root =
    converted.type === 'root' ? converted : { type: 'root', children: [converted as RootContent] }
  root.children = root.children.filter((node) => node.type !== 'text' || node.value.trim() !== '')
  return {
    ...root,
    children: root.children.map((child) =>
      govern(child, { citations, headingsBelow, directed: false }),
    ) as RootContent[],
  }
}

type Place = {
  /** `[1]` is a citation that links to its source. */
  citations: boolean
  /** The level of the heading above the text; 0 for an independent text. */
  headingsBelow: number
  /** An element above already carries a direction. */
  directed: boolean
}

const directed = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'li', 'table'])

function govern(node: HastNodes, place: Place): HastNodes {
  if (node.type !== 'element') return node
  if (node.tagName === 'a') return governLink(node, place)
  const takesDirection = node.tagName === 'li' || (!place.directed && directed.has(node.tagName))
  const properties = {
    ...node.properties,
    ...(takesDirection && { dir: 'auto' }),
    ...levelOf(node, place),
  }
  const inside: Place = {
    ...place,
    citations: place.citations && node.tagName !== 'code',
    directed: place.directed || takesDirection,
  }
  const children = governAll(node.tagName === 'li' ? withNamedCheckbox(node) : node.children, inside)
  const governed: Element = { ...node, properties, children }
  return node.tagName === 'table' ? part({ part: 'table', table: governed }) : governed
}

/** A heading keeps its look; its level follows the page's outline. */
function levelOf({ tagName }: Element, { headingsBelow }: Place): Properties {
  const depth = /^h([1-6])$/u.exec(tagName)?.[1]
  return depth && headingsBelow > 0 ? { ariaLevel: headingsBelow + Number(depth) } : {}
}

function governAll(children: ElementContent[], place: Place): ElementContent[] {
  return children.flatMap((child) =>
    child.type === 'text' && place.citations
      ? citationMarks(child.value)
      : [govern(child, place) as ElementContent],
  )
}

function governLink(node: Element, place: Place): Element {
  const href = safeLink(node.properties.href)
  const children = governAll(node.children, { ...place, citations: false })
  if (!href) return { ...node, tagName: 'span', properties: {}, children }
  const { title } = node.properties
  const link: Element = {
    ...node,
    properties: {
      href,
      ...(title ? { title } : {}),
      target: '_blank',
      rel: ['noopener', 'noreferrer', 'nofollow'],
    },
    children,
  }
  const host = misleadingHost(`${wordsIn(node)} ${String(title ?? '')}`, href)
  return host === undefined ? link : part({ part: 'link', link, host })
}

/** The visible text of a node, including descriptions of pictures. */
function wordsIn(node: ElementContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  return node.tagName === 'img' ? String(node.properties.alt ?? '') : node.children.map(wordsIn).join('')
}

/** `Turns `[1]` or `[1, 2]` in running text into citations. */
function citationMarks(value: string): ElementContent[] {
  return value.split(citation).flatMap((written, index): ElementContent[] => {
    if (index % 2 === 0) return written ? [text(written)] : []
    const numbers = Array.from(written.matchAll(/\d+/gu), ([digits]) => Number(digits))
    return [part({ part: 'citation', numbers, written })]
  })
}

const citation = /(\[\d{1,3}(?:\s?[,،、，]\s?\d{1,3})*\])/u
