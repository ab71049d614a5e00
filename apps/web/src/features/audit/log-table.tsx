import type { UserId } from '@atrium/contract'
import { ColumnHead, ListTable } from '@atrium/ui/lists/list-table.tsx'
import { UnstyledButton } from '@mantine/core'
import { dateLocale } from '../../lib/text/date-locale.ts'
import type { Translate } from '../../lib/translate.ts'
import styles from './audit.module.css'

export type LogEntry = {
  id: number
  at: string
  /** Null for an actor who isn't a person and can't be filtered by. */ actorId: UserId | null
  actorName: string
  actorEmail?: string | null
  action: string
  /** What the action changed, a line each. */ about: readonly string[]
}

/** The namespaces of logs, which use the same keys for columns. */
type LogNamespace = 'audit' | 'systemAudit'

type LogTableProps<Named extends LogNamespace> = {
  t: Translate<Named>
  entries: readonly LogEntry[]
  /** The entries still belong to the previous page. */ isStale: boolean
  onlyBy: (actor: UserId) => void
}

/** The entries of a page: a table on a desktop, a list of short paragraphs on a phone. */
export function LogTable<Named extends LogNamespace>({ t, entries, isStale, onlyBy }: LogTableProps<Named>) {
  // Both namespaces have these keys, so the calls are typed by one of them.
  const say = t as unknown as Translate<'audit'>
  return (
    <ListTable
      label={say('title')}
      isStale={isStale}
      className={styles.table}
      head={(['when', 'who', 'what', 'about'] as const).map((column) => (
        <ColumnHead key={column}>{say(`column.${column}`)}</ColumnHead>
      ))}
    >
      <tbody>
        {entries.map((entry) => (
          <LogRow key={entry.id} entry={entry} say={say} onlyBy={onlyBy} />
        ))}
      </tbody>
    </ListTable>
  )
}

type LogRowProps = { entry: LogEntry; say: Translate<'audit'>; onlyBy: (actor: UserId) => void }

function LogRow({ entry: { at, actorId, actorName, actorEmail, action, about }, say, onlyBy }: LogRowProps) {
  const moment = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <tr className={styles.entry}>
      <td className={styles.when}>
        <time dateTime={at}>{moment.format(new Date(at))}</time>
      </td>
      <td className={styles.who}>
        {actorId === null ? (
          actorName
        ) : (
          <UnstyledButton
            className={styles.actor}
            dir="auto"
            title={actorEmail ?? undefined}
            aria-label={say('row.onlyBy', { name: actorName })}
            onClick={() => onlyBy(actorId)}
          >
            {actorName}
          </UnstyledButton>
        )}
      </td>
      <th scope="row" className={styles.what}>
        {action}
      </th>
      <td className={styles.about}>
        {about.map((line, index) => (
          <span key={index} className={styles.line}>
            <bdi>{line}</bdi>
          </span>
        ))}
      </td>
    </tr>
  )
}
