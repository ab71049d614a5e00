import {
  type AccountId,
  limits,
  type FileOfJob,
  type RoomId,
  type TableRunValue,
  type UsedTemplate,
  variablesOf,
} from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { mapColumns, tokensOfRow } from '../../entities/agent-jobs/map-columns.ts'
import { startTableRun, tableRunEstimateQuery, tablesQuery } from '../../entities/agent-jobs/table-runs.ts'
import { modelsQuery } from '../../entities/models/queries.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { useTranslation } from '../../lib/translate.ts'
import { defaultModelOf, textModelsOf } from './text-models.ts'

export type TableRunDialogProps = {
  accountId: AccountId
  roomId: RoomId
  /** The template that is run; without it, the question is written here. */
  given?: { text: string; template: UsedTemplate; modelId: string | null }
  onClose: () => void
}

/** A chosen spreadsheet with its name. */
export type ChosenTable = FileOfJob & { name: string }

/** The state of the form that runs a question over a table: what is chosen, what follows from it, and how to start it. */
export function useTableRun({ accountId, roomId, given, onClose }: TableRunDialogProps) {
  const { t } = useTranslation('agentJobs')
  const navigate = useNavigate()
  const place = { accountId, roomId }
  const [text, setText] = useState(given?.text ?? '')
  const [file, setFile] = useState<ChosenTable | null>(null)
  const [sheet, setSheet] = useState(0)
  const [firstRow, setFirstRow] = useState(1)
  const [wantedRows, setWantedRows] = useState<number | null>(null)
  const [chosen, setChosen] = useState<Readonly<Record<string, TableRunValue['from']>>>({})
  const [atOnce, setAtOnce] = useState(3)
  const [pickedModel, setPickedModel] = useState<string | null>(given?.modelId ?? null)
  const [typedBudget, setTypedBudget] = useState<number | null>(null)

  const { data: models } = useQuery(modelsQuery(accountId, roomId))
  const offered = textModelsOf(models ?? [])
  const isOffered = offered.some((model) => model.modelId === pickedModel)
  const modelId = pickedModel !== null && isOffered ? pickedModel : defaultModelOf(offered)

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
    enabled: models !== undefined && isReady,
  })
  const suggested = estimate.data
    ? Math.min(Math.max(1, Math.ceil(estimate.data.highCredits)), limits.maxJobBudgetCredits)
    : limits.jobBudgetCredits
  const budget = typedBudget ?? suggested
  const form = useSubmit(
    () => ({}),
    async () => {
      if (!reference || !isReady) return
      const run = { ...reference, table: sheet, values, firstRow, rowCount, atOnce }
      const chatId = await startTableRun(place, {
        modelId,
        text,
        budgetCredits: budget,
        table: { ...run, answerHeader: t('table.answer') },
        template: given?.template,
      })
      onClose()
      await navigate({ to: '/chat/$chatId', params: { chatId } })
    },
  )
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
    ...{ offered, modelId, setModelId: setPickedModel, budget, setBudget: setTypedBudget },
    ...{ estimate, form },
  }
}
export type TableRunForm = ReturnType<typeof useTableRun>
