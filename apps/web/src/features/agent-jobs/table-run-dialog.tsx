import { fillEvery, limits } from '@atrium/contract'
import { NativeSelect, NumberInput, Textarea } from '@mantine/core'
import { valuesOfRow } from '../../entities/agent-jobs/map-columns.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './agent-jobs.module.css'
import { BudgetField, estimateText, JobDialog, JobForm, ModelField } from './job-form.tsx'
import { TableChoice } from './table-choice.tsx'
import { TableValues } from './table-values.tsx'
import { type TableRunDialogProps, type TableRunForm, useTableRun } from './use-table-run.ts'

/** Runs a question with variables over the rows of a table: asks for both, shows the first questions and the cost, and starts the job. */
export function TableRunDialog(props: TableRunDialogProps) {
  const { t } = useTranslation('agentJobs')
  return (
    <JobDialog size="xl" title={t('table.title')} onClose={props.onClose}>
      <Form {...props} />
    </JobDialog>
  )
}

function Form(props: TableRunDialogProps) {
  const { t } = useTranslation('agentJobs')
  const run = useTableRun(props)
  const { text, setText, variables, table, isReady, estimate } = run
  return (
    <JobForm
      start={run.start}
      text={t('table.text')}
      startLabel={t('table.start')}
      isReady={isReady}
      note={
        !isReady
          ? null
          : estimate.data
            ? estimateText(t, estimate.data, t('table.rows', { count: run.rowCount }))
            : t('summaries.estimating')
      }
    >
      <Textarea
        label={t('table.question')}
        description={t('table.questionHelp')}
        error={text.trim() !== '' && variables.length === 0 ? t('table.noVariable') : null}
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.questionCharacters}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <TableChoice run={run} />
      {table !== null && variables.length > 0 && (
        <>
          <TableValues run={run} />
          <Rows run={run} />
          <Preview run={run} />
          <Options run={run} />
        </>
      )}
    </JobForm>
  )
}

type Part = { run: TableRunForm }

/** Which rows are run. */
function Rows({ run: { table, firstRow, setFirstRow, rowCount, maxRows, setWantedRows } }: Part) {
  const { t } = useTranslation('agentJobs')
  return (
    <div className={styles.pair}>
      <NumberInput
        label={t('table.firstRow')}
        min={1}
        max={Math.max(1, table?.rowCount ?? 1)}
        clampBehavior="strict"
        allowDecimal={false}
        value={firstRow}
        onChange={(value) => typeof value === 'number' && setFirstRow(value)}
      />
      <NumberInput
        label={t('table.rowCount')}
        min={1}
        max={maxRows}
        clampBehavior="strict"
        allowDecimal={false}
        value={rowCount}
        onChange={(value) => typeof value === 'number' && setWantedRows(value)}
      />
      <p className={styles.left}>
        {t('table.size', { count: table?.rowCount ?? 0, max: limits.maxTableRunRows })}
      </p>
    </div>
  )
}

const questionsShown = 3

/** The questions of the first rows, as they will be asked. */
function Preview({ run: { text, table, values, rowCount } }: Part) {
  const { t } = useTranslation('agentJobs')
  const rows = (table?.rows ?? []).slice(0, Math.min(questionsShown, rowCount))
  return (
    <section aria-label={t('table.preview')}>
      <h3 className={styles.previewTitle}>{t('table.preview')}</h3>
      <ol className={styles.preview} dir="auto">
        {rows.map((cells, index) => (
          <li key={index}>{fillEvery(text, valuesOfRow(values, cells))}</li>
        ))}
      </ol>
    </section>
  )
}

function Options({ run: { model, start, atOnce, setAtOnce } }: Part) {
  const { t } = useTranslation('agentJobs')
  return (
    <div className={styles.pair}>
      <ModelField model={model} />
      <NativeSelect
        label={t('table.atOnce')}
        value={String(atOnce)}
        data={Array.from({ length: limits.maxTableRunAtOnce }, (_, index) => String(index + 1))}
        onChange={({ currentTarget }) => setAtOnce(Number(currentTarget.value))}
      />
      <BudgetField start={start} />
    </div>
  )
}
