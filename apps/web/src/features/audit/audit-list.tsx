import {
  AUTO_MODEL_ID,
  type AccountId,
  type AuditEntry,
  commandLineActor,
  type UserId,
} from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { settingsQuery } from '../account-admin/index.ts'
import { entryDetails } from './entry-details.ts'
import { LogTable } from './log-table.tsx'

type AuditListProps = {
  accountId: AccountId
  entries: AuditEntry[]
  /** The entries still belong to the previous page. */ isStale: boolean
  onlyBy: (actor: UserId) => void
}

/** The entries of a page. */
export function AuditList({ accountId, entries, isStale, onlyBy }: AuditListProps) {
  const { t } = useTranslation('audit')
  const { t: say } = useTranslation(['audit', 'accounts'])
  const { t: ofAccount } = useTranslation('accountAdmin')
  // Without names, models show their ids.
  const isNeeded = entries.some(({ action }) => action === 'account.models-changed')
  const { data } = useQuery({ ...settingsQuery(accountId), enabled: isNeeded })
  const nameModel = (modelId: string) =>
    modelId === AUTO_MODEL_ID
      ? ofAccount('models.auto')
      : (data?.models.find((model) => model.modelId === modelId)?.displayName ?? modelId)
  return (
    <LogTable
      t={t}
      isStale={isStale}
      onlyBy={onlyBy}
      entries={entries.map((entry) => ({
        ...entry,
        actorName: entry.actorName ?? t(entry.actorId === commandLineActor ? 'row.commandLine' : 'row.gone'),
        action: t(`action.${entry.action}`),
        about: entryDetails(entry, say, nameModel),
      }))}
    />
  )
}
