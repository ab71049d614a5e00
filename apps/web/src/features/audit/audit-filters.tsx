import { type AccountId, auditActions } from '@atrium/contract'
import { Select } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import { oneOf } from '../../lib/text/parse.ts'
import { type AuditPage, wholeLog } from './audit-page.ts'
import styles from './audit.module.css'
import { LogFilters } from './log-filters.tsx'
import { isFiltered } from './log-page.ts'
import { PersonFilter } from './person-filter.tsx'

type AuditFiltersProps = { accountId: AccountId; page: AuditPage; onPage: (page: AuditPage) => void }

/** The filter group of an action, by the beginning of its name. */
const groups = [
  { name: 'account', beginnings: ['account.', 'order.', 'owner.', 'tool-server.'] },
  { name: 'member', beginnings: ['member.'] },
  { name: 'invite', beginnings: ['invite.', 'link.'] },
  { name: 'room', beginnings: ['room.', 'room-'] },
] as const

const actionOf = oneOf(...auditActions)

/** Filters of the log: actor, action, time. */
export function AuditFilters({ accountId, page, onPage }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  const look = (change: Partial<AuditPage>) => onPage({ ...page, ...change, page: 1 })
  const actions = groups.map(({ name, beginnings }) => ({
    group: t(`group.${name}`),
    items: auditActions
      .filter((action) => beginnings.some((beginning) => action.startsWith(beginning)))
      .map((action) => ({ value: action, label: t(`action.${action}`) })),
  }))
  return (
    <LogFilters
      t={t}
      period={page}
      onPeriod={look}
      onClear={isFiltered(page) ? () => onPage(wholeLog) : undefined}
    >
      <PersonFilter accountId={accountId} page={page} onChoose={(actor) => look({ actor })} />
      <Select
        className={styles.choice}
        label={t('filter.action')}
        placeholder={t('filter.anything')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('filter.anything') }}
        nothingFoundMessage={t('nothing.title')}
        maxDropdownHeight={320}
        value={page.action}
        onChange={(action) => look({ action: actionOf(action) })}
        data={actions}
      />
    </LogFilters>
  )
}
