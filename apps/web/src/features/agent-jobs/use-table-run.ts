import { limits, type TableRunValue, type UsedTemplate, variablesOf } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mapColumns, tokensOfRow } from '../../entities/agent-jobs/map-columns.ts'
import { startTableRun, tableRunEstimateQuery, tablesQuery } from '../../entities/agent-jobs/table-runs.ts'
import { useTranslation } from '../../lib/translate.ts'
import type { ChosenTable } from './use-spreadsheet-upload.ts'
import { type JobPlace, useJobModel, useJobStart } from './use-job-start.ts'

export type TableRunDialogProps = JobPlace & {
  /** The template that is run; without it, the question is written here. */
  given?: { text: string; template: UsedTemplate; modelId: string | null }
  onClose: () => void
}

/** The state of the form that runs a question over a table: what is chosen, what follows from it, and how to start it. */
export function useTableRun({ given, onClose, ...place }: TableRunDialogProps) {
  const { t } = useTranslation('agentJobs')
  const [text, setText] = useState(given?.text ?? '')
  const [file, setFile] = useState<ChosenTable | null>(null)
  const [sheet, setSheet] = useState(0)
  const [firstRow, setFirstRow] = useState(1)
  const [wantedRows, setWantedRows] = useState<number | null>(null)
  const [chosen, setChosen] = useState<Readonly<Record<string, TableRunValue['from']>>>({})
  const [atOnce, setAtOnce] = useState(3)
  const model = useJobModel(place, given?.modelId ?? null)
  const { modelId } = model

  const reference = file && { fileId: file.fileId, of: file.of }
  const tables = useQuery(tablesQuery(place, reference, firstRow))
  const table = tables.data?.[sheet] ?? null
  const maxRows = Math.min(limits.maxTableRunRows, Math.max(0, (table?.rowCount ?? 0) - firstRow + 1))
  const rowCount = Math.min(wantedRows ?? maxRows, maxRows)
  const variables = variablesOf(text)
  const values = mapColumns(variables, table?.columns.map(({ header }) => header) ?? [], chosen).filter(
    (value) => value !== null,
  )
  const isReady = table !== null && variables.length > 0 && values.length === variables.length && rowCount > 0

  const rows = {
    count: rowCount,
    tokens: Math.ceil(tokensOfRow(values, table?.columns ?? []) * rowCount),
  }
  const estimate = useQuery({
    ...tableRunEstimateQuery(place, { modelId, text, rows }),
    enabled: model.areModelsLoaded && isReady,
  })
  const start = useJobStart({
    ...{ estimate, onClose },
    async start(budgetCredits) {
      if (!reference || !isReady) return null
      const run = { ...reference, table: sheet, values, firstRow, rowCount, atOnce }
      return await startTableRun(place, {
        ...{ modelId, text, budgetCredits },
        table: { ...run, answerHeader: t('table.answer') },
        template: given?.template,
      })
    },
  })
  return {
    place,
    ...{ text, setText, variables, values, isReady },
    ...{ file, tables, table, sheet, setSheet },
    chooseFile(next: ChosenTable | null) {
      setFile(next)
      setSheet(0)
      setFirstRow(1)
      setWantedRows(null)
    },
    setValue: (variable: string, from: TableRunValue['from']) =>
      setChosen((before) => ({ ...before, [variable]: from })),
    ...{ firstRow, setFirstRow, rowCount, maxRows, setWantedRows, atOnce, setAtOnce },
    ...{ model, estimate, start },
  }
}
export type TableRunForm = ReturnType<typeof useTableRun>
