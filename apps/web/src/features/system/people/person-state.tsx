import type { SystemPerson } from '@atrium/contract'
import { IconCircleCheck, IconClock, IconLock, IconTrash, IconUserOff } from '@tabler/icons-react'
import { useTranslation } from '../../../lib/translate.ts'
import { dateText, momentText } from './date-text.ts'
import list from '@atrium/ui/lists/list-table.module.css'
import styles from './people.module.css'

const icons = {
  active: IconCircleCheck,
  unconfirmed: IconClock,
  locked: IconLock,
  'deletion-scheduled': IconTrash,
  suspended: IconUserOff,
}

/** A person's state as an icon and text, with its end. */
export function PersonStateSign({
  person: { state, lockedUntil, deletionAt, suspendedReason },
}: {
  person: SystemPerson
}) {
  const { t } = useTranslation('systemPeople')
  const Icon = icons[state]
  return (
    <span>
      <span className={styles.state} data-state={state}>
        <Icon size={16} stroke={1.8} aria-hidden="true" />
        {t(`state.${state}`)}
      </span>
      {lockedUntil && <span className={list.under}>{t('until', { moment: momentText(lockedUntil) })}</span>}
      {suspendedReason && (
        <span className={list.under} dir="auto">
          {suspendedReason}
        </span>
      )}
      {deletionAt && <span className={list.under}>{t('on', { moment: dateText(deletionAt) })}</span>}
    </span>
  )
}
