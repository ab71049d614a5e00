import { Button } from '@mantine/core'
import { type AccountId, type AgentJob, filesOfJob } from '@atrium/contract'
import { lazy, Suspense, useState } from 'react'
import { wholeChatQuery } from '../../../entities/chats/queries.ts'
import { withPhrases } from '../../../lib/phrases.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { useTranslation } from '../../../lib/translate.ts'
import type { QuestionToRepeat } from '../../schedules/index.ts'

const ScheduleDialog = lazy(() =>
  withPhrases(import('../../schedules/schedule-dialog.tsx'), 'schedules').then((module) => ({
    default: module.ScheduleDialog,
  })),
)

type RepeatJobProps = { accountId: AccountId; job: AgentJob; title: string }

/** 'Repeat…': schedules the question of a job, with its file, model and budget. */
export function RepeatJob({ accountId, job, title }: RepeatJobProps) {
  const { t } = useTranslation('agentJobs')
  const [given, setGiven] = useState<QuestionToRepeat | null>(null)
  const [isLoading, setLoading] = useState(false)
  const open = async () => {
    setLoading(true)
    try {
      const ofJob = new Set(filesOfJob(job.setup ?? {}).map(({ fileId }) => fileId))
      const { turns } = await queryClient.fetchQuery(wholeChatQuery(accountId, job.chatId))
      const turn = turns.find(({ turnId }) => turnId === job.messageId)
      if (turn)
        setGiven({
          text: turn.question.text,
          mentions: turn.question.mentions,
          // The files that the job works on are repeated with it.
          hasFiles: turn.question.attachments.some(({ id }) => !ofJob.has(id)),
          modelId: turn.requestedModelId,
          style: turn.style,
          title,
          // Research is chosen by its model.
          ...(job.kind !== 'research' && { jobKind: job.kind, ...job.setup }),
          budgetCredits: Math.ceil(job.budgetCredits),
        })
    } catch (error) {
      showFailure(error)
    } finally {
      setLoading(false)
    }
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={isLoading}
        aria-label={`${t('repeat')}: ${title}`}
        onClick={() => void open()}
      >
        {t('repeat')}
      </Button>
      {given && (
        <Suspense>
          <ScheduleDialog
            accountId={accountId}
            roomId={job.roomId}
            given={given}
            onClose={() => setGiven(null)}
          />
        </Suspense>
      )}
    </>
  )
}
