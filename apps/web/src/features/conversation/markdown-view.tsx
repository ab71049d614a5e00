import { memo, useId, useMemo, useState, type ReactNode } from 'react'
import { useConversationLabels } from './conversation-labels.tsx'
import { ConversationContext } from './conversation-context.ts'
import { Footnotes } from './notes/footnotes.tsx'
import { MarkdownBlock } from './markdown-block.tsx'
import { groupBlocks, type Block } from './markdown/block.ts'
import styles from './prose.module.css'
import { useMarkdownDocument } from './use-markdown-document.ts'
import { usePacedText } from './use-paced-text.ts'

type MarkdownViewProps = {
  text: string
  /** More is coming: renders the end of the text as it will probably close. */
  streaming?: boolean
  /** Direction of the whole; each block finds its own otherwise. */
  dir?: 'ltr' | 'rtl' | 'auto'
  /** Draws `[1]` and `[1, 2]` in running text; where it is null, and without it, the brackets stay. */
  renderCitation?: ((numbers: readonly number[]) => ReactNode) | undefined
  /** Unsupported sentences to mark, as written. */
  unsupported?: readonly string[]
  /** The level of the page's heading above the text, so that its own headings are lower. */
  headingsBelow?: number
  /** All of a text and of its tables at once, however long they are. */
  whole?: boolean
}

/** Characters shown before 'show more'. */
const shownAtFirst = 100_000

/** A model's Markdown, rendered from its syntax tree: no HTML, no remote content unless the reader asks. */
export function MarkdownView(props: MarkdownViewProps) {
  const { text, streaming = false, dir, renderCitation, headingsBelow = 0, whole = false } = props
  const { unsupported = noSentences } = props
  const labels = useConversationLabels()
  const [limit, setLimit] = useState(whole ? Infinity : shownAtFirst)
  const shortened = text.length > limit
  const paced = usePacedText(shortened ? text.slice(0, limit) : text, streaming)
  const complete = !streaming
  const { settled, open, definitions } = useMarkdownDocument(paced, complete)
  const prefix = `note-${useId().replaceAll(/\W/gu, '')}`
  const blocks: readonly Block[] = [...settled, ...open]
  const calls = [...new Set(blocks.flatMap((block) => block.footnotes))].join('\n')
  const context = useMemo(
    () => ({
      prefix,
      footnotes: calls ? calls.split('\n') : [],
      renderCitation,
      unsupported,
      headingsBelow,
      whole,
    }),
    [prefix, calls, renderCitation, unsupported, headingsBelow, whole],
  )
  const openFrom = open[0]?.start ?? Infinity
  return (
    <ConversationContext value={context}>
      <div className={styles.prose} dir={dir} data-streaming={streaming || undefined}>
        {groupBlocks(blocks).map(({ block, more }) => (
          <SettledOrOpen
            key={block.start}
            block={block}
            more={more.length > 0 ? more : none}
            definitions={block.linkedWith ? definitions : noDefinitions}
            open={!complete && (more.at(-1) ?? block).start >= openFrom}
          />
        ))}
        {context.footnotes.length > 0 && <Footnotes definitions={definitions} />}
        {shortened && (
          <button type="button" className={styles.more} onClick={() => setLimit(limit + shownAtFirst)}>
            {labels.showMore}
          </button>
        )}
      </div>
    </ConversationContext>
  )
}

const none: readonly Block[] = []
const noSentences: readonly string[] = []
const noDefinitions: ReadonlyMap<string, never> = new Map<string, never>()
const SettledOrOpen = memo(MarkdownBlock)
