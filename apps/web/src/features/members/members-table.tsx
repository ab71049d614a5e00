import { type Account, isAdminRole, type Member, type MemberSortKey } from '@atrium/contract'
import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import { MemberRow } from './member-row.tsx'
import type { ShowPage } from './show-page.ts'
import styles from './members.module.css'
import { sortedBy } from '../../entities/accounts/members-page.ts'
import type { MembersPage } from '../../entities/accounts/members.ts'

type MembersTableProps = {
  account: Account
  members: Member[]
  page: MembersPage
  onPage: ShowPage
  /** The rows are of the page before. */ isStale: boolean
}

const columns = ['name', 'role', 'status', 'joined'] as const satisfies MemberSortKey[]

/** The people of a page: a table on a desk, cards on a phone. */
export function MembersTable({ account, members, page, onPage, isStale }: MembersTableProps) {
  const { t } = useTranslation('members')
  const isAdmin = isAdminRole(account.role.name)
  return (
    <table
      className={styles.table}
      aria-label={t('title')}
      aria-busy={isStale}
      data-stale={isStale || undefined}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <SortableHead key={column} column={column} page={page} onPage={onPage} />
          ))}
          {isAdmin && (
            <>
              <th scope="col" className={styles.number}>
                {t('column.limit')}
              </th>
              <th scope="col">
                <span className={styles.hidden}>{t('column.actions')}</span>
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <MemberRow key={member.id ?? member.inviteId} account={account} member={member} />
        ))}
      </tbody>
    </table>
  )
}

type SortableHeadProps = { column: (typeof columns)[number]; page: MembersPage; onPage: ShowPage }

function SortableHead({ column, page, onPage }: SortableHeadProps) {
  const { t } = useTranslation('members')
  const isSorted = page.sort === column
  const Arrow = page.order === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th scope="col" aria-sort={isSorted ? (page.order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <UnstyledButton className={styles.headButton} onClick={() => onPage(sortedBy(page, column))}>
        {t(`column.${column}`)}
        {isSorted && <Arrow size={14} stroke={2} aria-hidden="true" />}
      </UnstyledButton>
    </th>
  )
}
