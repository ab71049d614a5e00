import { use } from 'react'
import { ConversationContext } from '../conversation-context.ts'
import { useConversationLabels } from '../conversation-labels.tsx'
import styles from '../prose.module.css'

/** The superscript number of a footnote. Ids consist of our prefix and a number, never of the text's own words. */
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
