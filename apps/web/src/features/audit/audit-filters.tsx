import { type AccountId, auditActions } from '@atrium/contract'
import { Button, Select, TextInput } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import { oneOf } from '../../lib/text/parse.ts'
import { type AuditPage, isFiltered, isWrongWay, wholeLog } from './audit-page.ts'
import styles from './audit.module.css'
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
    <div role="search" aria-label={t('filter.label')} className={styles.filters}>
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
      <TextInput
        type="date"
        label={t('filter.from')}
        max={page.to ?? undefined}
        value={page.from ?? ''}
        onChange={(event) => look({ from: event.currentTarget.value || null })}
      />
      <TextInput
        type="date"
        label={t('filter.to')}
        min={page.from ?? undefined}
        value={page.to ?? ''}
        error={isWrongWay(page) && t('filter.wrongWay')}
        onChange={(event) => look({ to: event.currentTarget.value || null })}
      />
      {isFiltered(page) && (
        <Button variant="subtle" color="gray" className={styles.clear} onClick={() => onPage(wholeLog)}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  )
}
