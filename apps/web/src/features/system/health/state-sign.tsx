import type { HealthState } from '@atrium/contract'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './health.module.css'

const icons = { fine: IconCircleCheck, warning: IconAlertTriangle, trouble: IconCircleX }

/** A state as a sign of its own form and in words: nobody needs to see the color. */
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
