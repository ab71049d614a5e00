import { Dialog } from '@atrium/ui'
import { useTranslation } from '../../../lib/translate.ts'
import type { KnownPerson } from './known-person.ts'
import styles from './people.module.css'

type TeamsDialogProps = { person: KnownPerson; onClose: () => void }

/** Every team of a person, with their role in it. */
export function TeamsDialog({ person: { name, accounts }, onClose }: TeamsDialogProps) {
  const { t } = useTranslation(['systemPeople', 'common'])
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('teams.title', { name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <ul className={styles.teams}>
        {accounts.map((account) => (
          <li key={account.id} className={styles.teamItem}>
            <bdi>{account.name}</bdi>
            <span className={styles.role}>{t(`role.${account.role}`)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
