import type { Definition, FootnoteDefinition } from 'mdast'
import { use } from 'react'
import { ConversationContext } from '../conversation-context.ts'
import { useConversationLabels } from '../conversation-labels.tsx'
import { toHast } from '../markdown/to-hast.ts'
import styles from '../prose.module.css'
import { renderTree } from '../render-tree.tsx'

/** The notes at the end of a text, in the order of their first reference. */
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
