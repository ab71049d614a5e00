import type { Element, ElementContent, Properties, Root } from 'hast'
import { type ComponentType, createElement, Fragment, type ReactNode } from 'react'

/** Components by element name; other elements render as themselves. */
export type Drawings = Record<string, ComponentType<Drawn>>

/** Props of a renderer. */
type Drawn = {
  node: Element
  src?: string
  alt?: string
  title?: string
  tabIndex?: number
  children?: ReactNode
}

/** A sanitized tree as React elements: only those of Markdown, with few properties and neither styles nor handlers. */
export const withReact = (tree: Root | Element, drawings: Drawings): ReactNode =>
  tree.type === 'root'
    ? createElement(Fragment, null, ...childrenOf(tree, drawings))
    : drawn(tree, { key: null, drawings })

function drawn(node: Element, { key, drawings }: { key: string | null; drawings: Drawings }): ReactNode {
  const children = childrenOf(node, drawings)
  const properties = { ...propertiesOf(node), ...(key && { key }) }
  const drawing = drawings[node.tagName]
  return drawing
    ? createElement(drawing, { ...properties, node }, ...children)
    : createElement(node.tagName, properties, ...children)
}

/** Keys siblings by name and index among their kind: growth behind them leaves them unchanged. */
function childrenOf(parent: Root | Element, drawings: Drawings): ReactNode[] {
  const counts = new Map<string, number>()
  const isTable = parent.type === 'element' && ofTables.has(parent.tagName)
  return (parent.children as ElementContent[]).flatMap((child): ReactNode[] => {
    // The browser would refuse blanks between the parts of a table.
    if (child.type === 'text') return isTable && child.value.trim() === '' ? [] : [child.value]
    if (child.type !== 'element') return []
    const count = counts.get(child.tagName) ?? 0
    counts.set(child.tagName, count + 1)
    return [drawn(child, { key: `${child.tagName}-${count}`, drawings })]
  })
}

const ofTables = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr'])

function propertiesOf({ tagName, properties }: Element): Record<string, unknown> {
  const named = Object.entries(properties).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[nameOf(name), valueOf(value)]],
  )
  const { align, ...others } = Object.fromEntries(named) as Record<string, unknown>
  if (align === undefined) return others
  return tagName === 'td' || tagName === 'th'
    ? { ...others, style: { textAlign: align } }
    : { ...others, align }
}

/** The tree has `ariaLabel`; React uses the HTML attribute name. */
const nameOf = (name: string): string =>
  /^aria[A-Z]/.test(name) ? `aria-${name.slice(4).toLowerCase()}` : name

const valueOf = (value: NonNullable<Properties[string]>) => (Array.isArray(value) ? value.join(' ') : value)
