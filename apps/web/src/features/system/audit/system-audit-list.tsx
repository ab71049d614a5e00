import type { SystemAuditEntry, UserId } from '@atrium/contract'
import { ColumnHead, ListTable } from '@atrium/ui/lists/list-table.tsx'
import { UnstyledButton } from '@mantine/core'
import { useTranslation } from '../../../lib/translate.ts'
import { momentText } from '../people/date-text.ts'
import { aboutAct } from './about-act.ts'
import styles from './system-audit.module.css'

type ListProps = {
  entries: SystemAuditEntry[]
  /** The entries are of the page before. */ isStale: boolean
  onlyBy: (actor: UserId) => void
}

/** The entries of a page: a table on a desk, a list of short paragraphs on a phone. */
export function SystemAuditList({ entries, isStale, onlyBy }: ListProps) {
  const { t } = useTranslation('systemAudit')
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
          <Row key={entry.id} entry={entry} onlyBy={onlyBy} />
        ))}
      </tbody>
    </ListTable>
  )
}

function Row({ entry, onlyBy }: { entry: SystemAuditEntry; onlyBy: (actor: UserId) => void }) {
  const { t } = useTranslation('systemAudit')
  const { at, action, actorId } = entry
  const name = entry.actorName ?? t('row.gone')
  return (
    <tr className={styles.entry}>
      <td className={styles.when}>
        <time dateTime={at}>{momentText(at)}</time>
      </td>
      <td className={styles.who}>
        {actorId === null ? (
          t('row.command')
        ) : (
          <UnstyledButton
            className={styles.actor}
            dir="auto"
            aria-label={t('row.onlyBy', { name })}
            onClick={() => onlyBy(actorId)}
          >
            {name}
          </UnstyledButton>
        )}
      </td>
      <th scope="row" className={styles.what}>
        {t(`action.${action}`)}
      </th>
      <td className={styles.about}>
        {aboutAct(entry, t).map((line, index) => (
          <span key={index} className={styles.line}>
            <bdi>{line}</bdi>
          </span>
        ))}
      </td>
    </tr>
  )
}
