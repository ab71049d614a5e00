import { type Account, isAdminRole, type KnowledgeReport, limits } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { ColumnHead, ListTable } from '@atrium/ui/lists/list-table.tsx'
import list from '@atrium/ui/lists/list-table.module.css'
import { IconBooks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { ExportButton } from '../../lib/lists/export-button.tsx'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { useTranslation } from '../../lib/translate.ts'
import { AccountFrame } from '../account-admin/index.ts'
import { knowledgeCsv, knowledgeReportQuery } from './queries.ts'
import { ReportsClosed } from './reports-closed.tsx'
import styles from './reports.module.css'

/** What the files of rooms answer and what they lack, for admins. */
export function KnowledgeScreen() {
  const { t } = useTranslation(['accountAdmin', 'reports'])
  const title = t('reports.knowledge')
  usePageTitle(title)
  const account = useAccount()
  if (account === null) return null
  if (account.subscriptionPlan.enable_reports && !isAdminRole(account.role.name))
    return (
      <Navigate to="/reports-and-analytics/credit-usage-history/$id" params={{ id: account.id }} replace />
    )
  return (
    <AccountFrame
      account={account}
      title={title}
      action={account.subscriptionPlan.enable_reports && <KnowledgeCsv account={account} />}
    >
      {account.subscriptionPlan.enable_reports ? (
        <Knowledge account={account} />
      ) : (
        <ReportsClosed account={account} />
      )}
    </AccountFrame>
  )
}

function KnowledgeCsv({ account }: { account: Account }) {
  const { t } = useTranslation('reports')
  return (
    <ExportButton
      label={t('export.csv')}
      done={t('export.done')}
      name="knowledge"
      load={() => knowledgeCsv(account.id)}
    />
  )
}

function Knowledge({ account }: { account: Account }) {
  const { t } = useTranslation('reports')
  const found = useQuery(knowledgeReportQuery(account.id))
  return (
    <>
      <p className={styles.note}>{t('knowledge.text', { days: limits.insightDays })}</p>
      <Loaded query={found} skeleton={<SkeletonRows count={5} label={t('loading')} />} failed={t('failed')}>
        {({ rooms }) =>
          rooms.length === 0 ? (
            <EmptyState
              icon={<IconBooks size={24} stroke={1.6} />}
              title={t('knowledge.nothing.title')}
              text={t('knowledge.nothing.text')}
            />
          ) : (
            <ListTable
              label={t('knowledge.label')}
              isStale={false}
              head={
                <>
                  <ColumnHead>{t('column.room')}</ColumnHead>
                  <ColumnHead isNumber>{t('knowledge.searches')}</ColumnHead>
                  <ColumnHead isNumber>{t('knowledge.answered')}</ColumnHead>
                  <ColumnHead isNumber>{t('knowledge.foundNothing')}</ColumnHead>
                </>
              }
              className={styles.history}
            >
              <tbody>
                {rooms.map((room) => (
                  <Room key={room.roomId ?? ''} room={room} />
                ))}
              </tbody>
            </ListTable>
          )
        }
      </Loaded>
    </>
  )
}

function Room({ room }: { room: KnowledgeReport['rooms'][number] }) {
  const { t, language } = useTranslation('reports')
  const number = new Intl.NumberFormat(language)
  const share = new Intl.NumberFormat(language, { style: 'percent' })
  const { roomId, name, searches, foundNothing, questions, hiddenCount, mayCheck } = room
  const answered = searches - foundNothing
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.name}>
        <bdi>{name ?? t('knowledge.otherRooms')}</bdi>
        {questions.length > 0 && (
          <ul className={styles.questions} aria-label={t('knowledge.questions')}>
            {questions.map(({ question }) => (
              <li key={question} dir="auto">
                {question}
              </li>
            ))}
          </ul>
        )}
        {hiddenCount > 0 && <p className={styles.email}>{t('knowledge.hidden', { count: hiddenCount })}</p>}
        {mayCheck && roomId && (
          <Link to="/knowledge-check/$roomId" params={{ roomId }} className={styles.check}>
            {t('knowledge.check')}
          </Link>
        )}
      </th>
      <td className={list.number}>{number.format(searches)}</td>
      <td className={list.number}>
        {number.format(answered)} ({share.format(answered / searches)})
      </td>
      <td className={list.number}>{number.format(foundNothing)}</td>
    </tr>
  )
}
