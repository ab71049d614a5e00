import type { Definition, FootnoteDefinition } from 'mdast'
import { Component, use, useMemo, type ReactNode } from 'react'
import { ConversationContext, OpenBlockContext } from './conversation-context.ts'
import type { Block } from './markdown/block.ts'
import { toHast } from './markdown/to-hast.ts'
import styles from './prose.module.css'
import { renderTree } from './render-tree.tsx'

type MarkdownBlockProps = {
  block: Block
  definitions: ReadonlyMap<string, Definition | FootnoteDefinition>
  open: boolean
}

/** One block; drawn again only when its source changes. */
export function MarkdownBlock({ block, definitions, open }: MarkdownBlockProps) {
  const citations = use(ConversationContext).renderCitation !== undefined
  const content = useMemo(() => {
    try {
      const tree = toHast(block.nodes, definitions.values(), { citations })
      return tree.children.length > 0 ? renderTree(tree) : null
    } catch {
      return <PlainSource source={block.source} />
    }
  }, [block, definitions, citations])
  if (content === null) return null
  return (
    <div className={styles.block} data-open={open || undefined}>
      <OpenBlockContext value={open}>
        <PlainIfBroken source={block.source}>{content}</PlainIfBroken>
      </OpenBlockContext>
    </div>
  )
}

/** What cannot be drawn is read as it was written. */
const PlainSource = ({ source }: { source: string }) => (
  <p dir="auto" className={styles.plain}>
    {source}
  </p>
)

type BrokenState = { broken: boolean }

class PlainIfBroken extends Component<{ source: string; children: ReactNode }, BrokenState> {
  override state: BrokenState = { broken: false }

  static getDerivedStateFromError(): BrokenState {
    return { broken: true }
  }

  override componentDidUpdate(previous: { source: string }): void {
    if (this.state.broken && previous.source !== this.props.source) this.setState({ broken: false })
  }

  override render(): ReactNode {
    return this.state.broken ? <PlainSource source={this.props.source} /> : this.props.children
  }
}
