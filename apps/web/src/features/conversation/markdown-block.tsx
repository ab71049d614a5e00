import type { Definition, FootnoteDefinition } from 'mdast'
import { use, useMemo } from 'react'
import { ConversationContext, OpenBlockContext } from './conversation-context.ts'
import type { Block } from './markdown/block.ts'
import { markSentences } from './markdown/mark-sentences.ts'
import { toHast } from './markdown/to-hast.ts'
import { PlainIfBroken, PlainSource } from './plain-if-broken.tsx'
import styles from './prose.module.css'
import { renderTree } from './render-tree.tsx'
import { TableRestContext } from './table/table-rows.ts'

type MarkdownBlockProps = {
  block: Block
  /** The rest of the block's table. */
  more: readonly Block[]
  definitions: ReadonlyMap<string, Definition | FootnoteDefinition>
  open: boolean
}

/** One block; drawn again only when its source changes. */
export function MarkdownBlock({ block, more, definitions, open }: MarkdownBlockProps) {
  const { renderCitation, unsupported, headingsBelow } = use(ConversationContext)
  const citations = renderCitation !== undefined
  const content = useMemo(() => {
    try {
      const tree = toHast(block.nodes, definitions.values(), { citations, headingsBelow })
      return tree.children.length > 0 ? renderTree(markSentences(tree, unsupported)) : null
    } catch {
      return <PlainSource source={block.source} />
    }
  }, [block, definitions, citations, unsupported, headingsBelow])
  const rest = useMemo(() => ({ pieces: more, definitions, citations }), [more, definitions, citations])
  if (content === null) return null
  return (
    <div className={styles.block} data-open={open || undefined} data-heading={headingOf(block)}>
      <OpenBlockContext value={open}>
        <TableRestContext value={rest}>
          <PlainIfBroken source={block.source}>{content}</PlainIfBroken>
        </TableRestContext>
      </OpenBlockContext>
    </div>
  )
}

/** Spacing of a heading. */
function headingOf({ nodes: [node] }: Block): 'large' | 'small' | undefined {
  if (node?.type !== 'heading') return undefined
  return node.depth <= 2 ? 'large' : 'small'
}
