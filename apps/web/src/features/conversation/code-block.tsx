import type { ReactNode } from 'react'
import { CodeLines } from './code-lines.tsx'
import { useConversationLabels } from './conversation-labels.tsx'
import { CopyButton } from './copy-button.tsx'
import { languageName } from './highlight/languages.ts'
import styles from './prose.module.css'

/** Code with its language, a copy button and, once the grammar has come, its colours. Scrolls inside itself. */
export function CodeBlock({ code, language, tools }: { code: string; language: string; tools?: ReactNode }) {
  const labels = useConversationLabels()
  const name = languageName(language) ?? (language || labels.plainCode)
  return (
    <figure className={styles.code} dir="ltr">
      <figcaption className={styles.codeHead}>
        <span>{name}</span>
        <span className={styles.tools}>
          {tools}
          <CopyButton label={labels.copyCode} text={() => code} />
        </span>
      </figcaption>
      <pre tabIndex={0} role="group" aria-label={name}>
        <code>
          <CodeLines code={code} language={language} />
        </code>
      </pre>
    </figure>
  )
}
