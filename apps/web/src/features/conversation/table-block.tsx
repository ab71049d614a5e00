import { IconCsv, IconMarkdown } from '@tabler/icons-react'
import type { Element } from 'hast'
import { useMemo, useState } from 'react'
import { useConversationLabels } from './conversation-labels.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './prose.module.css'
import { renderTree } from './render-tree.tsx'
import { rowsOf, tableCells, toCsv, toMarkdownTable } from './table-text.ts'

/** Rows drawn before the reader asks for more. */
const rowsAtFirst = 200

/** A table that scrolls inside itself and can be taken away as CSV or Markdown. */
export function TableBlock({ table }: { table: Element }) {
  const labels = useConversationLabels()
  const [limit, setLimit] = useState(rowsAtFirst)
  const count = rowsOf(table).length
  const content = useMemo(() => renderTree(firstRows(table, limit)), [table, limit])
  return (
    <div className={styles.table}>
      <div className={styles.tableScroll} tabIndex={0} role="region" aria-label={labels.table}>
        {content}
      </div>
      <div className={styles.tableTools}>
        {count > limit && (
          <button type="button" className={styles.more} onClick={() => setLimit(limit + rowsAtFirst)}>
            {labels.showMoreRows(Math.min(rowsAtFirst, count - limit))}
          </button>
        )}
        <CopyButton
          label={labels.copyAsCsv}
          text={() => toCsv(tableCells(table))}
          icon={<IconCsv size={18} stroke={1.5} />}
        />
        <CopyButton
          label={labels.copyAsMarkdown}
          text={() => toMarkdownTable(tableCells(table))}
          icon={<IconMarkdown size={18} stroke={1.5} />}
        />
      </div>
    </div>
  )
}

/** The table with at most `limit` rows, its head among them. */
function firstRows(table: Element, limit: number): Element {
  const kept = new Set(rowsOf(table).slice(0, limit))
  const children = table.children.map((part) =>
    part.type === 'element'
      ? { ...part, children: part.children.filter((row) => row.type === 'element' && kept.has(row)) }
      : part,
  )
  return {
    ...table,
    children: children.filter((part) => part.type !== 'element' || part.children.length > 0),
  }
}
