import { memo, type ReactNode } from 'react'
import { useConversationLabels } from './conversation-labels.tsx'
import { CopyButton } from './copy-button.tsx'
import type { CodeToken } from './highlight/line-highlighter.ts'
import { languageName } from './highlight/languages.ts'
import { useHighlightedLines } from './highlight/use-highlighted-lines.ts'
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
      <pre tabIndex={0} aria-label={name}>
        <code>
          <CodeLines code={code} language={language} />
        </code>
      </pre>
    </figure>
  )
}

/** Lines with colours first, the rest as one plain text: a line changes from one to the other without moving. */
function CodeLines({ code, language }: { code: string; language: string }) {
  const lines = useHighlightedLines(code, language)
  const plain = lines.plainFrom < code.length ? code.slice(lines.plainFrom) : ''
  return (
    <>
      {lines.coloured.map((tokens, index) => (
        <CodeLine key={index} tokens={tokens} />
      ))}
      {plain}
    </>
  )
}

const CodeLine = memo(({ tokens }: { tokens: readonly CodeToken[] }) =>
  tokens.map((token, index) =>
    token.kind ? (
      <span key={index} data-token={token.kind}>
        {token.text}
      </span>
    ) : (
      token.text
    ),
  ),
)
