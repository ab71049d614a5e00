import { limits } from '@atrium/contract'
import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import styles from './schedules.module.css'

/** When a schedule ends: never, on a day, or after a number of runs. */
export type ScheduleEnd = { kind: 'never' | 'date' | 'runs'; lastDay: string; maxRuns: number }

const kinds = ['never', 'date', 'runs'] as const

type EndFieldsProps = {
  end: ScheduleEnd
  onChange: (end: ScheduleEnd) => void
  lastDayProblem: string | undefined
}

export function EndFields({ end, onChange, lastDayProblem }: EndFieldsProps) {
  const { t } = useTranslation('schedules')
  return (
    <div className={styles.row}>
      <NativeSelect
        label={t('field.end')}
        value={end.kind}
        data={kinds.map((value) => ({ value, label: t(`end.${value}`) }))}
        onChange={({ currentTarget }) => {
          const kind = kinds.find((one) => one === currentTarget.value)
          if (kind) onChange({ ...end, kind })
        }}
      />
      {end.kind === 'date' && (
        <TextInput
          name="lastDay"
          type="date"
          label={t('field.lastDay')}
          value={end.lastDay}
          error={lastDayProblem}
          onChange={({ currentTarget }) => onChange({ ...end, lastDay: currentTarget.value })}
        />
      )}
      {end.kind === 'runs' && (
        <NumberInput
          label={t('field.maxRuns')}
          min={1}
          max={limits.maxScheduleRuns}
          clampBehavior="strict"
          allowDecimal={false}
          value={end.maxRuns}
          onChange={(value) => typeof value === 'number' && onChange({ ...end, maxRuns: value })}
        />
      )}
    </div>
  )
}
