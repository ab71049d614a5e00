import {
  AUTO_MODEL_ID,
  type AccountId,
  type AuditEntry,
  commandLineActor,
  type UserId,
} from '@atrium/contract'
import { ColumnHead, ListTable } from '@atrium/ui/lists/list-table.tsx'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { settingsQuery } from '../account-admin/index.ts'
import { aboutEntry } from './about-entry.ts'
import styles from './audit.module.css'

type AuditListProps = {
  accountId: AccountId
  entries: AuditEntry[]
  /** The entries are of the page before. */ isStale: boolean
  onlyBy: (actor: UserId) => void
}

/** The entries of a page: a table on a desk, a list of short paragraphs on a phone. */
export function AuditList({ accountId, entries, isStale, onlyBy }: AuditListProps) {
  const { t } = useTranslation(['audit', 'accountAdmin'])
  // Without names, models show their ids.
  const isNeeded = entries.some(({ action }) => action === 'account.models-changed')
  const { data } = useQuery({ ...settingsQuery(accountId), enabled: isNeeded })
  const nameModel = (modelId: string) =>
    modelId === AUTO_MODEL_ID
      ? t('accountAdmin:models.auto')
      : (data?.models.find((model) => model.modelId === modelId)?.displayName ?? modelId)
  return (
    <ListTable
      label={t('title')}
      isStale={isStale}
      className={styles.table}
      head={(['when', 'who', 'what', 'about'] as const).map((column) => (
        <ColumnHead key={column}>{t(`column.${column}`)}</ColumnHead>
      ))}
    >
      <tbody>
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} nameModel={nameModel} onlyBy={onlyBy} />
        ))}
      </tbody>
    </ListTable>
  )
}

type AuditRowProps = {
  entry: AuditEntry
  nameModel: (modelId: string) => string
  onlyBy: (actor: UserId) => void
}

function AuditRow({ entry, nameModel, onlyBy }: AuditRowProps) {
  const { t } = useTranslation(['audit', 'accounts'])
  const { at, action, actorId, actorEmail } = entry
  const name = entry.actorName ?? t(actorId === commandLineActor ? 'row.commandLine' : 'row.gone')
  const moment = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <tr className={styles.entry}>
      <td className={styles.when}>
        <time dateTime={at}>{moment.format(new Date(at))}</time>
      </td>
      <td className={styles.who}>
        <UnstyledButton
          className={styles.actor}
          dir="auto"
          title={actorEmail ?? undefined}
          aria-label={t('row.onlyBy', { name })}
          onClick={() => onlyBy(actorId)}
        >
          {name}
        </UnstyledButton>
      </td>
      <th scope="row" className={styles.what}>
        {t(`action.${action}`)}
      </th>
      <td className={styles.about}>
        {aboutEntry(entry, t, nameModel).map((line, index) => (
          <span key={index} className={styles.line}>
            <bdi>{line}</bdi>
          </span>
        ))}
      </td>
    </tr>
  )
}
