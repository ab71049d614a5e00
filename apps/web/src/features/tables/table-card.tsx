import { type ChatId, exportAnswerTable, type TablePart, type TurnId } from '@atrium/contract'
import { Button, Loader } from '@mantine/core'
import { IconDownload, IconLock } from '@tabler/icons-react'
import { api } from '../../lib/api/api.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { saveAs } from '../../lib/save-as.ts'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../lib/translate.ts'
import { MarkdownView, toCsv } from '../conversation/index.ts'
import { chartsFor } from './chart/choose-chart.ts'
import { ChartSection } from './chart/chart-section.tsx'
import { ResultTable } from './result-table.tsx'
import styles from './tables.module.css'

type TableCardProps = { chatId: ChatId; turnId: TurnId; table: TablePart }

/** One query: its statement, a chart and a table of its result, and the whole result to download. */
export function TableCard({ chatId, turnId, table }: TableCardProps) {
  const { t } = useTranslation('tables')
  const { number: order, state, sql, columns, rows, rowCount, files } = table
  const { format: number } = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 6 })
  const title = table.title || t('title', { number: order })
  if (table.isHidden)
    return (
      <section className={styles.card} aria-label={t('title', { number: order })}>
        <p className={styles.note}>
          <IconLock size={18} stroke={1.7} aria-hidden="true" />
          {t(files.some(({ of }) => of === 'room') ? 'hidden.room' : 'hidden.question')}
        </p>
      </section>
    )
  const save = async () => saveAs(await csvOf({ chatId, turnId, table }), `table-${order}.csv`)
  const charts = chartsFor(columns, rows)
  return (
    <section className={styles.card} aria-label={title} data-table={order}>
      <h4 className={styles.title} dir="auto">
        {title}
        {state === 'running' && <Loader size={16} aria-label={t('running')} />}
      </h4>
      <details className={styles.statement}>
        <summary>{t('statement')}</summary>
        <div dir="ltr">
          <MarkdownView text={`\`\`\`sql\n${sql.replaceAll('```', '')}\n\`\`\``} streaming={false} />
        </div>
      </details>
      {state === 'failed' && (
        <p className={styles.problem} role="status">
          {t(`problem.${table.problem ?? 'STOPPED'}`)}
          {table.detail !== '' && <code dir="ltr">{table.detail}</code>}
        </p>
      )}
      {state === 'done' && rowCount === 0 && <p className={styles.note}>{t('empty')}</p>}
      {charts.length > 0 && (
        <ChartSection charts={charts} title={title} name={`chart-${order}`} number={number} />
      )}
      {rows.length > 0 && <ResultTable table={table} number={number} />}
      {rows.length > 0 && (
        <div className={styles.tools}>
          <span className={styles.count}>
            {rows.length < rowCount
              ? t('rows.first', { shown: rows.length, count: rowCount })
              : t('rows', { count: rowCount })}
          </span>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.7} />}
            onClick={() => void showOutcome(save(), t('saved'))}
          >
            {t('csv')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** All rows: those that are shown if there are no more, else from the server. */
async function csvOf({ chatId, turnId, table }: TableCardProps): Promise<Blob> {
  const { number, columns, rows, rowCount } = table
  if (rows.length === rowCount) {
    const lines = [
      columns.map(({ name }) => name),
      ...rows.map((row) => row.map((cell) => String(cell ?? ''))),
    ]
    return new Blob([`\u{feff}${toCsv(lines)}`], { type: 'text/csv' })
  }
  const reply = await api.stream(
    exportAnswerTable,
    { params: { chatId, turnId, number: String(number) } },
    {},
  )
  return await reply.blob()
}
