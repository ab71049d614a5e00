import type { Definition, FootnoteDefinition } from 'mdast'
import { use } from 'react'
import { ConversationContext } from './conversation-context.ts'
import { useConversationLabels } from './conversation-labels.tsx'
import { toHast } from './markdown/to-hast.ts'
import styles from './prose.module.css'
import { renderTree } from './render-tree.tsx'

/** The raised number of a footnote. Ids are made of our prefix and a number, never of the text's own words. */
export function FootnoteMark({ identifier }: { identifier: string }) {
  const { prefix, footnotes } = use(ConversationContext)
  const labels = useConversationLabels()
  const number = footnotes.indexOf(identifier) + 1
  if (number === 0) return null
  return (
    <sup className={styles.footnoteMark}>
      <a href={`#${prefix}-${number}`} aria-label={labels.footnote(number)}>
        {number}
      </a>
    </sup>
  )
}

/** The notes at the end of a text, in the order of their first mention. */
export function Footnotes({
  definitions,
}: {
  definitions: ReadonlyMap<string, Definition | FootnoteDefinition>
}) {
  const { prefix, footnotes } = use(ConversationContext)
  const labels = useConversationLabels()
  return (
    <section className={styles.footnotes} aria-label={labels.footnotes}>
      <ol>
        {footnotes.map((identifier, index) => {
          const definition = definitions.get(`^${identifier}`)
          if (definition?.type !== 'footnoteDefinition') return null
          return (
            <li key={identifier} id={`${prefix}-${index + 1}`} dir="auto">
              {renderTree(toHast(definition.children, definitions.values()))}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
