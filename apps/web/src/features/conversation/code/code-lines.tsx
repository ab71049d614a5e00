import { memo } from 'react'
import { codeChunks, linesAtOnce } from './code-chunks.ts'
import type { CodeToken } from '../highlight/tokens.ts'
import { useHighlightedLines } from '../highlight/use-highlighted-lines.ts'
import styles from '../prose.module.css'

/**
 * Highlighted lines first, the rest as plain text: highlighting a line does not move it. Lays out long code a hundred lines at a
 * time, as they become visible.
 */
export function CodeLines({ code, language }: { code: string; language: string }) {
  const { coloured, plainFrom } = useHighlightedLines(code, language)
  return codeChunks(code).map(({ from, to, lines }, index, { length }) => {
    const content = (
      <CodeChunk
        key={index}
        lines={coloured.slice(index * linesAtOnce, (index + 1) * linesAtOnce)}
        plain={code.slice(Math.min(to, Math.max(from, plainFrom)), to)}
      />
    )
    if (length === 1) return content
    return (
      <span key={index} className={styles.codeChunk} data-whole={lines === linesAtOnce || undefined}>
        {content}
      </span>
    )
  })
}

const CodeChunk = memo(
  function CodeChunk({ lines, plain }: { lines: readonly (readonly CodeToken[])[]; plain: string }) {
    return (
      <>
        {lines.map((tokens, index) => (
          <CodeLine key={index} tokens={tokens} />
        ))}
        {plain}
      </>
    )
  },
  (before, now) =>
    before.plain === now.plain &&
    before.lines.length === now.lines.length &&
    before.lines.every((line, index) => line === now.lines[index]),
)

const CodeLine = memo(function CodeLine({ tokens }: { tokens: readonly CodeToken[] }) {
  return tokens.map((token, index) =>
    token.kind ? (
      <span key={index} data-token={token.kind}>
        {token.text}
      </span>
    ) : (
      token.text
    ),
  )
})
