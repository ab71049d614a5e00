import { type Account, isAdminRole, type Member, type MemberSortKey } from '@atrium/contract'
import { ColumnHead, ListTable, SortHead } from '@atrium/ui/lists/list-table.tsx'
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
  /** The rows still belong to the previous page. */ isStale: boolean
}

const columns = ['name', 'role', 'status', 'joined'] as const satisfies MemberSortKey[]

/** The people of a page: a table on a desktop, cards on a phone. */
export function MembersTable({ account, members, page, onPage, isStale }: MembersTableProps) {
  const { t } = useTranslation('members')
  const isAdmin = isAdminRole(account.role.name)
  return (
    <ListTable
      label={t('title')}
      isStale={isStale}
      head={
        <>
          {columns.map((column) => (
            <SortHead
              key={column}
              order={page.sort === column ? page.order : null}
              onSort={() => onPage(sortedBy(page, column))}
            >
              {t(`column.${column}`)}
            </SortHead>
          ))}
          {isAdmin && (
            <>
              <ColumnHead isNumber>{t('column.limit')}</ColumnHead>
              <ColumnHead isHidden>{t('column.actions')}</ColumnHead>
            </>
          )}
        </>
      }
      className={styles.table}
    >
      <tbody>
        {members.map((member) => (
          <MemberRow key={member.id ?? member.inviteId} account={account} member={member} />
        ))}
      </tbody>
    </ListTable>
  )
}
