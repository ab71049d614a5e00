import { Button, Textarea } from '@mantine/core'
import { type AccountId, type JobPart, limits } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { agentJobChanges, agentJobQuery } from '../../entities/agent-jobs/queries.ts'
import { showFailure } from '../../lib/toasts/show-failure.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './agent-jobs.module.css'

/** The question of a paused job: its plan, its budget, missing credits, or a reached limit. */
export function JobPauseView({ part, isOwn }: { part: JobPart; isOwn: boolean }) {
  const { t } = useTranslation('agentJobs')
  const account = useAccount()
  if (!isOwn || account === null) return <p className={styles.left}>{t('waiting.others')}</p>
  return part.pause === 'plan' ? (
    <PlanQuestion accountId={account.id} part={part} />
  ) : (
    <BudgetQuestion accountId={account.id} part={part} />
  )
}

type QuestionProps = { accountId: AccountId; part: JobPart }

/** Runs a change; the new state arrives with the answer's events. */
function useContinuing({ accountId, part }: QuestionProps) {
  const [isSending, setSending] = useState(false)
  const send = async (body: Parameters<ReturnType<typeof agentJobChanges>['continue']>[1]) => {
    setSending(true)
    try {
      await agentJobChanges(accountId).continue(part.invocationId, body)
    } catch (error) {
      setSending(false)
      showFailure(error)
    }
  }
  return { isSending, send: (...given: Parameters<typeof send>) => void send(...given) }
}

function PlanQuestion({ accountId, part }: QuestionProps) {
  const { t } = useTranslation('agentJobs')
  const isAnalysis = part.kind === 'data-analysis'
  const [text, setText] = useState((part.plan ?? []).join('\n'))
  const { isSending, send } = useContinuing({ accountId, part })
  const plan = text
    .split('\n')
    .map((line) => line.trim().slice(0, limits.jobQuestionCharacters))
    .filter((line) => line !== '')
    .slice(0, limits.maxJobQuestions)
  return (
    <form
      className={styles.question}
      onSubmit={(event) => {
        event.preventDefault()
        if (plan.length > 0) send({ plan })
      }}
    >
      <Textarea
        label={t(isAnalysis ? 'analysis.plan' : 'plan.label')}
        description={t(isAnalysis ? 'analysis.planHelp' : 'plan.help')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        autosize
        minRows={3}
        maxRows={12}
        dir="auto"
      />
      <Button type="submit" loading={isSending} disabled={plan.length === 0}>
        {t(isAnalysis ? 'analysis.start' : 'plan.start')}
      </Button>
    </form>
  )
}

function BudgetQuestion({ accountId, part }: QuestionProps) {
  const { t } = useTranslation('agentJobs')
  const { data: job } = useQuery(agentJobQuery(accountId, part.invocationId))
  const { isSending, send } = useContinuing({ accountId, part })
  const more = job?.pause?.moreCredits ?? null
  if (job === undefined) return null
  return (
    <div className={styles.question} role="status">
      <p>
        {more === null
          ? t(part.pause === 'limit' ? 'limit.text' : 'credits.text')
          : t('budget.question', { count: more })}
      </p>
      <Button loading={isSending} onClick={() => send(more === null ? {} : { moreCredits: more })}>
        {t('budget.continue')}
      </Button>
    </div>
  )
}
