import type { SystemAccount } from '@atrium/contract'
import list from '@atrium/ui/lists/list-table.module.css'
import { IconCircleCheck, IconCircleOff, IconTrash } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import { dateText } from './people/date-text.ts'
import styles from './system.module.css'

const icons = { active: IconCircleCheck, suspended: IconCircleOff, deleted: IconTrash }

/** An account's state as an icon and text, with the reason or the end. */
export function AccountStateSign({ account }: { account: SystemAccount }) {
  const { t } = useTranslation('systemPlans')
  const { state, suspendedReason, erasedAt } = account
  const Icon = icons[state]
  return (
    <span>
      <span className={styles.state} data-state={state}>
        <Icon size={16} stroke={1.8} aria-hidden="true" />
        {t(`state.${state}`)}
      </span>
      {suspendedReason !== null && (
        <span className={list.under} dir="auto">
          {suspendedReason}
        </span>
      )}
      {erasedAt !== null && (
        <span className={list.under}>{t('state.until', { date: dateText(erasedAt) })}</span>
      )}
    </span>
  )
}
