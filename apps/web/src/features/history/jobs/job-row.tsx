import { CardRow } from '@atrium/ui/lists/list-table.tsx'
import list from '@atrium/ui/lists/list-table.module.css'
import { Button } from '@mantine/core'
import type { AccountId, AgentJob } from '@atrium/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { agentJobChanges } from '../../../entities/agent-jobs/queries.ts'
import { Moment } from '../../../lib/moment.tsx'
import { codeText } from '../../../lib/text/error-text.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './jobs.module.css'
import { RepeatJob } from './repeat-job.tsx'

type JobRowProps = { accountId: AccountId; job: AgentJob; showsOwner: boolean }

/** A job: its chat, status and cost. Only its owner opens and cancels it. */
export function JobRow({ accountId, job, showsOwner }: JobRowProps) {
  const { t } = useTranslation('agentJobs')
  const isOwn = job.title !== null
  const title = job.title || t(`kind.${job.kind}`)
  return (
    <CardRow
      name={
        isOwn ? (
          <Link to="/chat/$chatId" params={{ chatId: job.chatId }} className={styles.link}>
            <bdi className={styles.title}>{title}</bdi>
          </Link>
        ) : (
          title
        )
      }
      menu={
        !isOwn ? null : job.endedAt === null ? (
          <CancelButton accountId={accountId} job={job} title={title} />
        ) : (
          <RepeatJob accountId={accountId} job={job} title={title} />
        )
      }
    >
      <td data-label={t('column.state')}>
        {t(`state.${job.state}`)}
        {job.errorCode !== null && <div className={styles.reason}>{codeText(job.errorCode)}</div>}
      </td>
      {showsOwner && (
        <td data-label={t('column.owner')}>
          <bdi>{job.owner.name}</bdi>
        </td>
      )}
      <td className={list.number} data-label={t('column.credits')}>
        {t('cost', { used: job.creditsUsed, budget: job.budgetCredits })}
      </td>
      <td data-label={t('column.started')}>
        <Moment at={job.createdAt} />
      </td>
    </CardRow>
  )
}

function CancelButton({ accountId, job, title }: Omit<JobRowProps, 'showsOwner'> & { title: string }) {
  const { t } = useTranslation('agentJobs')
  const [isSending, setSending] = useState(false)
  const cancel = async () => {
    setSending(true)
    try {
      await agentJobChanges(accountId).cancel(job.agentInvocationId)
    } catch (error) {
      showFailure(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <Button
      variant="default"
      size="xs"
      loading={isSending}
      aria-label={`${t('cancel')}: ${title}`}
      onClick={() => void cancel()}
    >
      {t('cancel')}
    </Button>
  )
}
