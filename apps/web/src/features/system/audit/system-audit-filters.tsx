import { systemAuditKinds } from '@atrium/contract'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../lib/translate.ts'
import { isFiltered, isPeriodReversed, LogFilters } from '../../audit/index.ts'
import { kindOf, type SystemAuditPage, wholeLog } from './audit-page.ts'
import { systemAuditQuery } from './queries.ts'

type FiltersProps = { page: SystemAuditPage; onPage: (page: SystemAuditPage) => void }

/** Filters of the log: actor, kind, days. */
export function SystemAuditFilters({ page, onPage }: FiltersProps) {
  const { t } = useTranslation('systemAudit')
  const look = (change: Partial<SystemAuditPage>) => onPage({ ...page, ...change, page: 1 })
  const { data } = useQuery({ ...systemAuditQuery(page), enabled: !isPeriodReversed(page) })
  const actors = data?.actors ?? []
  return (
    <LogFilters
      t={t}
      period={page}
      onPeriod={look}
      onClear={isFiltered(page) ? () => onPage(wholeLog) : undefined}
    >
      <NativeSelect
        label={t('filter.person')}
        value={page.actor ?? ''}
        data={[
          { value: '', label: t('filter.anyone') },
          ...actors.map(({ id, name }) => ({ value: id, label: name ?? t('row.gone') })),
        ]}
        onChange={(event) =>
          look({ actor: actors.find(({ id }) => id === event.currentTarget.value)?.id ?? null })
        }
      />
      <NativeSelect
        label={t('filter.kind')}
        value={page.kind ?? ''}
        data={[
          { value: '', label: t('filter.anything') },
          ...systemAuditKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
        ]}
        onChange={(event) => look({ kind: kindOf(event.currentTarget.value) ?? null })}
      />
    </LogFilters>
  )
}
