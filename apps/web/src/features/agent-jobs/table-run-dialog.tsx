import { fillEvery, limits } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, NativeSelect, NumberInput, Textarea } from '@mantine/core'
import { valuesOfRow } from '../../entities/agent-jobs/map-columns.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useTranslation } from '../../lib/translate.ts'
import styles from './agent-jobs.module.css'
import { shownCredits } from './shown-credits.ts'
import { TableChoice } from './table-choice.tsx'
import { TableValues } from './table-values.tsx'
import { type TableRunDialogProps, type TableRunForm, useTableRun } from './use-table-run.ts'

/** Runs a question with variables over the rows of a table: asks for both, shows the first questions and the cost, and starts the job. */
export function TableRunDialog(props: TableRunDialogProps) {
  const { t } = useTranslation(['agentJobs', 'common'])
  return (
    <Dialog
      opened
      size="xl"
      onClose={props.onClose}
      title={t('table.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <Form {...props} />
    </Dialog>
  )
}

function Form(props: TableRunDialogProps) {
  const { t } = useTranslation(['agentJobs', 'common'])
  const run = useTableRun(props)
  const { text, setText, variables, table, isReady, estimate, form } = run
  return (
    <form ref={form.form} className={styles.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <p className={styles.note}>{t('table.text')}</p>
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
      <p role="status" className={styles.left}>
        {!isReady
          ? ''
          : estimate.data
            ? t('table.estimate', {
                rows: t('table.rows', { count: run.rowCount }),
                low: shownCredits(estimate.data.lowCredits),
                high: shownCredits(estimate.data.highCredits),
              })
            : t('summaries.estimating')}
      </p>
      <FailureNote failure={form.failure ?? estimate.error} />
      <div className={styles.end}>
        <Button variant="default" onClick={props.onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button type="submit" loading={form.isSending} disabled={!isReady}>
          {t('table.start')}
        </Button>
      </div>
    </form>
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

function Options({ run }: Part) {
  const { t } = useTranslation('agentJobs')
  const { offered, modelId, setModelId, atOnce, setAtOnce, budget, setBudget } = run
  return (
    <div className={styles.pair}>
      <NativeSelect
        label={t('summaries.model')}
        value={modelId}
        data={
          offered.length === 0
            ? [{ value: modelId, label: modelId }]
            : offered.map((model) => ({ value: model.modelId, label: model.displayName }))
        }
        onChange={({ currentTarget }) => setModelId(currentTarget.value)}
      />
      <NativeSelect
        label={t('table.atOnce')}
        value={String(atOnce)}
        data={Array.from({ length: limits.maxTableRunAtOnce }, (_, index) => String(index + 1))}
        onChange={({ currentTarget }) => setAtOnce(Number(currentTarget.value))}
      />
      <NumberInput
        label={t('options.budget')}
        description={t('summaries.budget')}
        min={1}
        max={limits.maxJobBudgetCredits}
        clampBehavior="strict"
        allowDecimal={false}
        value={budget}
        onChange={(value) => typeof value === 'number' && setBudget(value)}
      />
    </div>
  )
}
