import { limits, type TableRun } from '@atrium/contract'
import { NumberInput } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'

type RowsFieldProps = { table: TableRun; onChange: (changed: TableRun) => void }

/** For a run over a table: how many of its rows each run takes. */
export function RowsField({ table, onChange }: RowsFieldProps) {
  const { t } = useTranslation('schedules')
  return (
    <NumberInput
      label={t('field.rows')}
      description={t('field.rows.hint', { row: table.firstRow })}
      min={1}
      max={limits.maxTableRunRows}
      clampBehavior="strict"
      allowDecimal={false}
      value={table.rowCount}
      onChange={(value) => typeof value === 'number' && onChange({ ...table, rowCount: value })}
    />
  )
}
