import { type ScheduleRule, scheduleIntervals } from '@atrium/contract'
import { NativeSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { zonesWith } from '../../lib/text/time-zones.ts'
import { useTranslation } from '../../lib/translate.ts'
import { weekdayName } from './schedule-words.ts'
import styles from './schedules.module.css'

type RuleFieldsProps = {
  rule: ScheduleRule
  onChange: (rule: ScheduleRule) => void
  timeProblem: string | undefined
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** How often, at which time, in which time zone. */
export function RuleFields({ rule, onChange, timeProblem }: RuleFieldsProps) {
  const { t } = useTranslation('schedules')
  const change = (changes: Partial<ScheduleRule>) => onChange({ ...rule, ...changes })
  return (
    <>
      <div className={styles.row}>
        <NativeSelect
          label={t('field.interval')}
          value={rule.interval}
          data={scheduleIntervals.map((value) => ({ value, label: t(`interval.${value}`) }))}
          onChange={({ currentTarget }) => {
            const interval = scheduleIntervals.find((one) => one === currentTarget.value)
            if (interval) change({ interval })
          }}
        />
        {rule.interval === 'weekly' && (
          <NativeSelect
            label={t('field.weekday')}
            value={String(rule.weekday)}
            data={weekdays.map((value) => ({ value: String(value), label: weekdayName(value) }))}
            onChange={({ currentTarget }) => change({ weekday: Number(currentTarget.value) })}
          />
        )}
        {rule.interval === 'monthly' && (
          <NumberInput
            label={t('field.dayOfMonth')}
            description={rule.dayOfMonth > 28 ? t('field.dayOfMonth.hint') : undefined}
            min={1}
            max={31}
            clampBehavior="strict"
            allowDecimal={false}
            value={rule.dayOfMonth}
            onChange={(value) => typeof value === 'number' && change({ dayOfMonth: value })}
          />
        )}
        <TextInput
          name="time"
          type="time"
          label={t('field.time')}
          value={rule.time}
          error={timeProblem}
          onChange={({ currentTarget }) => change({ time: currentTarget.value })}
        />
      </div>
      <Select
        label={t('field.zone')}
        nothingFoundMessage={t('field.zone.none')}
        data={zonesWith(rule.timeZone)}
        value={rule.timeZone}
        searchable
        allowDeselect={false}
        limit={200}
        onChange={(timeZone) => timeZone && change({ timeZone })}
      />
    </>
  )
}
