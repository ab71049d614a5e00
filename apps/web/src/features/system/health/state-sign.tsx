import type { HealthState } from '@atrium/contract'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './health.module.css'

const icons = { fine: IconCircleCheck, warning: IconAlertTriangle, trouble: IconCircleX }

/** A state as a distinct icon with text, so that color isn't needed. */
export function StateSign({ state }: { state: HealthState }) {
  const { t } = useTranslation('systemHealth')
  const Icon = icons[state]
  return (
    <span className={styles.sign} data-state={state}>
      <Icon size={17} stroke={1.9} aria-hidden="true" />
      {t(`state.${state}`)}
    </span>
  )
}
