import type { SystemAuditEntry, UserId } from '@atrium/contract'
import { useTranslation } from '../../../lib/translate.ts'
import { LogTable } from '../../audit/index.ts'
import { systemEntryDetails } from './system-entry-details.ts'

type ListProps = {
  entries: SystemAuditEntry[]
  /** The entries still belong to the previous page. */ isStale: boolean
  onlyBy: (actor: UserId) => void
}

/** The entries of a page. */
export function SystemAuditList({ entries, isStale, onlyBy }: ListProps) {
  const { t } = useTranslation('systemAudit')
  return (
    <LogTable
      t={t}
      isStale={isStale}
      onlyBy={onlyBy}
      entries={entries.map((entry) => ({
        ...entry,
        actorName: entry.actorId === null ? t('row.command') : (entry.actorName ?? t('row.gone')),
        action: t(`action.${entry.action}`),
        about: systemEntryDetails(entry, t),
      }))}
    />
  )
}
