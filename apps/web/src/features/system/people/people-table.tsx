import type { SystemPerson } from '@atrium/contract'
import { IconShieldCheck } from '@tabler/icons-react'
import { useUserInfo } from '../../../lib/session/use-session.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { dateText } from './date-text.ts'
import { PersonMenu } from './person-menu.tsx'
import { PersonStateSign } from './person-state.tsx'
import styles from './people.module.css'

type PeopleTableProps = {
  people: SystemPerson[]
  /** The rows still belong to the previous page. */ isStale: boolean
}

/** The people of a page: a table on a desk, cards on a phone. */
export function PeopleTable({ people, isStale }: PeopleTableProps) {
  const { t } = useTranslation('systemPeople')
  return (
    <table
      className={styles.table}
      aria-label={t('title')}
      aria-busy={isStale}
      data-stale={isStale || undefined}
    >
      <thead>
        <tr>
          {(['person', 'state', 'accounts', 'factor', 'signedUp', 'seen'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
          <th scope="col">
            <span className={styles.hidden}>{t('column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <PersonRow key={person.id ?? person.email} person={person} />
        ))}
      </tbody>
    </table>
  )
}

/** Teams named in the row; the others are in a dialog. */
const maxTeamsInRow = 2

function PersonRow({ person }: { person: SystemPerson }) {
  const { t } = useTranslation('systemPeople')
  const own = useUserInfo()
  const { id, name, email, accounts, systemAdmin } = person
  const isOwn = id !== null && id === own?.user_id
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.nameCell}>
        <span className={styles.name}>
          <bdi>{name || email}</bdi>
          {isOwn && <span className={styles.tag}>{t('you')}</span>}
        </span>
        <span className={styles.under}>
          <bdi>{email}</bdi>
        </span>
        {systemAdmin && (
          <span
            className={styles.admin}
            title={systemAdmin === 'environment' ? t('admin.environment') : undefined}
          >
            <IconShieldCheck size={15} stroke={1.8} aria-hidden="true" />
            {t('admin')}
          </span>
        )}
      </th>
      <td data-label={t('column.state')}>
        <PersonStateSign person={person} />
      </td>
      <td data-label={t('column.accounts')}>
        <span>
          {accounts.length === 0 && <span className={styles.under}>{t('none')}</span>}
          {accounts.slice(0, maxTeamsInRow).map((account) => (
            <span key={account.id} className={styles.team}>
              <bdi>{account.name}</bdi> <span className={styles.role}>{t(`role.${account.role}`)}</span>
            </span>
          ))}
          {accounts.length > maxTeamsInRow && (
            <span className={styles.under}>{t('more', { count: accounts.length - maxTeamsInRow })}</span>
          )}
        </span>
      </td>
      <td data-label={t('column.factor')}>
        {t(person.hasSecondFactor ? 'filter.factor.on' : 'filter.factor.off')}
      </td>
      <td data-label={t('column.signedUp')} className={styles.date}>
        {dateText(person.signedUpAt)}
      </td>
      <td data-label={t('column.seen')} className={styles.date}>
        {person.lastSeenAt ? dateText(person.lastSeenAt) : t('never')}
      </td>
      <td className={styles.menuCell}>{id && <PersonMenu person={{ ...person, id }} isOwn={isOwn} />}</td>
    </tr>
  )
}
