import { memo, useEffect, useId, useMemo, useReducer, useRef, useState, type ReactNode } from 'react'
import { useConversationLabels } from './conversation-labels.tsx'
import { ConversationContext } from './conversation-context.ts'
import { Footnotes } from './footnotes.tsx'
import { MarkdownBlock } from './markdown-block.tsx'
import type { Block } from './markdown/block.ts'
import { emptyDocument, readMarkdown } from './markdown/document.ts'
import styles from './prose.module.css'
import { usePacedText } from './use-paced-text.ts'

type MarkdownViewProps = {
  text: string
  /** More is coming: the end of the text is drawn as it will probably close. */
  streaming?: boolean
  /** Direction of the whole; each block finds its own otherwise. */
  dir?: 'ltr' | 'rtl' | 'auto'
  /** Draws `[1]` in running text; without it the brackets stay. */
  renderCitation?: (number: number) => ReactNode
}

/** Characters shown before the reader asks for more. */
const shownAtFirst = 100_000
/** Milliseconds of a frame that reading may take. */
const budgetMs = 20

/** Markdown as a model writes it, drawn from its syntax tree: no HTML, no foreign address unless the reader asks. */
export function MarkdownView({ text, streaming = false, dir, renderCitation }: MarkdownViewProps) {
  const labels = useConversationLabels()
  const [limit, setLimit] = useState(shownAtFirst)
  const shortened = text.length > limit
  const paced = usePacedText(shortened ? text.slice(0, limit) : text, streaming)
  const complete = !streaming
  const known = useRef(emptyDocument)
  const [turn, readOn] = useReducer((count: number) => count + 1, 0)
  // `turn` asks for the next part of a text that is too long for one frame.
  const document = useMemo(
    () => (known.current = readMarkdown(known.current, paced, complete, budgetMs)),
    [paced, complete, turn],
  )
  useEffect(() => {
    if (document.finished) return
    const frame = requestAnimationFrame(readOn)
    return () => cancelAnimationFrame(frame)
  }, [document])
  const prefix = `note-${useId().replaceAll(/\W/gu, '')}`
  const blocks: readonly Block[] = [...document.settled, ...document.open]
  const calls = [...new Set(blocks.flatMap((block) => block.footnotes))].join('\n')
  const context = useMemo(
    () => ({ prefix, footnotes: calls ? calls.split('\n') : [], renderCitation }),
    [prefix, calls, renderCitation],
  )
  return (
    <ConversationContext value={context}>
      <div className={styles.prose} dir={dir} data-streaming={streaming || undefined}>
        {blocks.map((block, index) => (
          <SettledOrOpen
            key={block.start}
            block={block}
            definitions={block.linkedWith ? document.definitions : noDefinitions}
            open={!complete && index >= document.settled.length}
          />
        ))}
        {context.footnotes.length > 0 && <Footnotes definitions={document.definitions} />}
        {shortened && (
          <button type="button" className={styles.more} onClick={() => setLimit(limit + shownAtFirst)}>
            {labels.showMore}
          </button>
        )}
      </div>
    </ConversationContext>
  )
}

const noDefinitions: ReadonlyMap<string, never> = new Map<string, never>()
const SettledOrOpen = memo(MarkdownBlock)
