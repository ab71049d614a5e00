import type { SystemPerson } from '@atrium/contract'
import list from '@atrium/ui/lists/list-table.module.css'
import { CardRow, ColumnHead, ListTable } from '@atrium/ui/lists/list-table.tsx'
import { IconShieldCheck } from '@tabler/icons-react'
import { useUserInfo } from '../../../lib/session/use-session.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { dateText } from './date-text.ts'
import { PersonMenu } from './person-menu.tsx'
import { PersonStateSign } from './person-state.tsx'
import styles from './people.module.css'
import tag from '../tag.module.css'

type PeopleTableProps = {
  people: SystemPerson[]
  /** The rows still belong to the previous page. */ isStale: boolean
}

/** The people of a page: a table on a desktop, cards on a phone. */
export function PeopleTable({ people, isStale }: PeopleTableProps) {
  const { t } = useTranslation('systemPeople')
  return (
    <ListTable
      label={t('title')}
      isStale={isStale}
      head={
        <>
          {(['person', 'state', 'accounts', 'factor', 'signedUp', 'seen'] as const).map((column) => (
            <ColumnHead key={column}>{t(`column.${column}`)}</ColumnHead>
          ))}
          <ColumnHead isHidden>{t('column.actions')}</ColumnHead>
        </>
      }
    >
      <tbody>
        {people.map((person) => (
          <PersonRow key={person.id ?? person.email} person={person} />
        ))}
      </tbody>
    </ListTable>
  )
}

/** Teams named in the row; the others are in a dialog. */
const maxTeamsInRow = 2

function PersonRow({ person }: { person: SystemPerson }) {
  const { t } = useTranslation('systemPeople')
  const own = useUserInfo()
  const { id, accounts } = person
  const isOwn = id !== null && id === own?.user_id
  return (
    <CardRow
      name={<PersonName person={person} isOwn={isOwn} />}
      menu={id && <PersonMenu person={{ ...person, id }} isOwn={isOwn} />}
    >
      <td data-label={t('column.state')}>
        <PersonStateSign person={person} />
      </td>
      <td data-label={t('column.accounts')}>
        <span>
          {accounts.length === 0 && <span className={list.under}>{t('none')}</span>}
          {accounts.slice(0, maxTeamsInRow).map((account) => (
            <span key={account.id} className={styles.team}>
              <bdi>{account.name}</bdi> <span className={styles.role}>{t(`role.${account.role}`)}</span>
            </span>
          ))}
          {accounts.length > maxTeamsInRow && (
            <span className={list.under}>{t('more', { count: accounts.length - maxTeamsInRow })}</span>
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
    </CardRow>
  )
}

function PersonName({ person, isOwn }: { person: SystemPerson; isOwn: boolean }) {
  const { t } = useTranslation('systemPeople')
  const { name, email, systemAdmin } = person
  return (
    <>
      <span className={styles.name}>
        <bdi>{name || email}</bdi>
        {isOwn && <span className={tag.tag}>{t('you')}</span>}
      </span>
      <span className={list.under}>
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
    </>
  )
}
