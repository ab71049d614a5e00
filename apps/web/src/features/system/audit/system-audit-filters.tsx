import { systemAuditKinds } from '@atrium/contract'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../lib/translate.ts'
import { isFiltered, isWrongWay, kindOf, type SystemAuditPage, wholeLog } from './audit-page.ts'
import { systemAuditQuery } from './queries.ts'
import styles from './system-audit.module.css'

type FiltersProps = { page: SystemAuditPage; onPage: (page: SystemAuditPage) => void }

/** Filters of the log: actor, kind, days. */
export function SystemAuditFilters({ page, onPage }: FiltersProps) {
  const { t } = useTranslation('systemAudit')
  const look = (change: Partial<SystemAuditPage>) => onPage({ ...page, ...change, page: 1 })
  const { data } = useQuery({ ...systemAuditQuery(page), enabled: !isWrongWay(page) })
  const actors = data?.actors ?? []
  return (
    <search className={styles.filters} aria-label={t('filter.label')}>
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
    </search>
  )
}
