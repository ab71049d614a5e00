import { IconDownload, IconTextWrap } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { saveAs } from '../../../lib/save-as.ts'
import { CodeLines } from './code-lines.tsx'
import { useConversationLabels } from '../conversation-labels.tsx'
import { CopyButton } from '../copy-button.tsx'
import { fileNameOf } from './code-file-name.ts'
import { languageName } from '../highlight/languages.ts'
import styles from '../prose.module.css'

/** Code with its language, tools to wrap, download and copy it and, once the grammar is loaded, colors. Scrolls inside itself. */
export function CodeBlock({ code, language, tools }: { code: string; language: string; tools?: ReactNode }) {
  const labels = useConversationLabels()
  const [isWrapped, setWrapped] = useState(false)
  const name = languageName(language) ?? (language || labels.plainCode)
  return (
    <figure className={styles.code} dir="ltr" data-wrapped={isWrapped || undefined}>
      <figcaption className={styles.codeHead}>
        <span>{name}</span>
        <span className={styles.tools}>
          {tools}
          <button
            type="button"
            className={styles.tool}
            aria-label={labels.wrapLines}
            title={labels.wrapLines}
            aria-pressed={isWrapped}
            onClick={() => setWrapped(!isWrapped)}
          >
            <IconTextWrap size={16} stroke={1.6} aria-hidden="true" />
          </button>
          <button
            type="button"
            className={styles.tool}
            aria-label={labels.downloadCode}
            title={labels.downloadCode}
            onClick={() => saveAs(new Blob([code], { type: 'text/plain' }), fileNameOf(language))}
          >
            <IconDownload size={16} stroke={1.6} aria-hidden="true" />
          </button>
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
