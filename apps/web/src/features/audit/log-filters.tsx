import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Translate } from '../../lib/translate.ts'
import styles from './audit.module.css'
import { isPeriodReversed, type Period } from './log-page.ts'

type LogFiltersProps = {
  t: Translate<'audit'> | Translate<'systemAudit'>
  period: Period
  onPeriod: (change: Partial<Period>) => void
  /** Removes all filters; without it there are none. */
  onClear: (() => void) | undefined
  /** The filters before the days. */
  children: ReactNode
}

/** Filters of a log: its own, and the first and last day. */
export function LogFilters({ t, period, onPeriod, onClear, children }: LogFiltersProps) {
  const say = t as Translate<'audit'>
  return (
    <search className={styles.filters} aria-label={say('filter.label')}>
      {children}
      <TextInput
        type="date"
        label={say('filter.from')}
        max={period.to ?? undefined}
        value={period.from ?? ''}
        onChange={(event) => onPeriod({ from: event.currentTarget.value || null })}
      />
      <TextInput
        type="date"
        label={say('filter.to')}
        min={period.from ?? undefined}
        value={period.to ?? ''}
        error={isPeriodReversed(period) && say('filter.wrongWay')}
        onChange={(event) => onPeriod({ to: event.currentTarget.value || null })}
      />
      {onClear && (
        <Button variant="subtle" color="gray" className={styles.clear} onClick={onClear}>
          {say('filter.clear')}
        </Button>
      )}
    </search>
  )
}
