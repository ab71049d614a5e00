import { IconCsv, IconMarkdown } from '@tabler/icons-react'
import type { Element } from 'hast'
import { memo, use, useMemo, useState, type ReactNode } from 'react'
import { ConversationContext } from '../conversation-context.ts'
import { useConversationLabels } from '../conversation-labels.tsx'
import { CopyButton } from '../copy-button.tsx'
import styles from '../prose.module.css'
import { bodyOf, rowCount, TableRestContext, type TableRest } from './table-rows.ts'
import { cellTexts, firstRows, rowsIn, tableParts, toCsv, toMarkdownTable } from './table-text.ts'

/** Rows shown initially and per 'show more'. */
const rowsAtOnce = 200

type TableBlockProps = { table: Element; draw: (tree: Element) => ReactNode }

/** A table that scrolls inside itself, with export as CSV or Markdown. */
export function TableBlock({ table, draw }: TableBlockProps) {
  const labels = useConversationLabels()
  const rest = use(TableRestContext)
  const { whole } = use(ConversationContext)
  const [limit, setLimit] = useState(whole ? Infinity : rowsAtOnce)
  const { head, body } = useMemo(() => tableParts(table), [table])
  const own = body.children.length
  const count = own + rowCount(rest.pieces)
  const { dir } = table.properties
  const cells = () =>
    cellTexts([head, body, ...rest.pieces.map((piece) => bodyOf(piece, rest))].flatMap(rowsIn))
  return (
    <div className={styles.table}>
      <div className={styles.tableScroll} tabIndex={0} role="group" aria-label={labels.table}>
        <table dir={dir === undefined ? undefined : String(dir)}>
          <Rows part={head} draw={draw} />
          <Rows part={body} draw={draw} />
          <FurtherRows rest={rest} limit={limit - own} draw={draw} />
        </table>
      </div>
      <div className={styles.tableTools}>
        {count > limit && (
          <button type="button" className={styles.more} onClick={() => setLimit(limit + rowsAtOnce)}>
            {labels.showMoreRows(Math.min(rowsAtOnce, count - limit))}
          </button>
        )}
        <CopyButton
          label={labels.copyAsCsv}
          text={() => toCsv(cells())}
          icon={<IconCsv size={18} stroke={1.5} />}
        />
        <CopyButton
          label={labels.copyAsMarkdown}
          text={() => toMarkdownTable(cells())}
          icon={<IconMarkdown size={18} stroke={1.5} />}
        />
      </div>
    </div>
  )
}

/** The first `limit` rows of the table's continuation. A completely rendered piece is not rendered again. */
function FurtherRows({
  rest,
  limit,
  draw,
}: {
  rest: TableRest
  limit: number
  draw: TableBlockProps['draw']
}) {
  const shown: ReactNode[] = []
  let left = limit
  for (const piece of rest.pieces) {
    if (left <= 0) break
    const body = bodyOf(piece, rest)
    const count = body.children.length
    shown.push(<Rows key={piece.start} part={count > left ? firstRows(body, left) : body} draw={draw} />)
    left -= count
  }
  return shown
}

/** A head or a body of a table, rerendered only when it changes. */
const Rows = memo(function Rows({ part, draw }: { part: Element; draw: TableBlockProps['draw'] }) {
  return part.children.length > 0 ? draw(part) : null
})
