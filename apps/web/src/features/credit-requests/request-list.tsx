import { type AccountId, type CreditRequest, type GrantFrequency, limits } from '@atrium/contract'
import { Button, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './credit-requests.module.css'
import { decide } from './queries.ts'

type Shown = CreditRequest & { accountName?: string }
type RequestListProps = {
  requests: readonly Shown[]
  /** The account's remaining credits; null for a system administrator, who adds credits. */
  creditsLeft: number | null
  /** Null for a system administrator. */
  accountId: AccountId | null
}

/** The open credit requests, each with approval of an amount and refusal. */
export function RequestList({ requests, creditsLeft, accountId }: RequestListProps) {
  const { t } = useTranslation('members')
  if (requests.length === 0) return null
  return (
    <section className={styles.requests} aria-labelledby="credit-requests">
      <h2 id="credit-requests" className={styles.title}>
        {t('credits.title')}
      </h2>
      <p className={styles.text}>
        {creditsLeft === null
          ? t('credits.systemText')
          : creditsLeft < 1
            ? t('credits.empty')
            : t('credits.left', { count: Math.floor(creditsLeft) })}
      </p>
      <ul className={styles.list}>
        {requests.map((request) => (
          <li key={request.requestId} className={styles.request}>
            <p className={styles.who}>
              <bdi>{request.name}</bdi>
              {request.accountName !== undefined && (
                <>
                  {' · '}
                  <bdi>{request.accountName}</bdi>
                </>
              )}
            </p>
            <p className={styles.reason} dir="auto">
              {request.reason}
            </p>
            <Decision request={request} accountId={accountId} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Decision({ request, accountId }: { request: Shown; accountId: AccountId | null }) {
  const { t } = useTranslation(['members', 'common'])
  const [isRefusing, setRefusing] = useState(false)
  const [credits, setCredits] = useState<string | number>(50)
  const [frequency, setFrequency] = useState<GrantFrequency>('once')
  const [answer, setAnswer] = useState('')
  const { name } = request
  const amount = Number(credits)
  const isAmount = Number.isInteger(amount) && amount >= 1 && amount <= limits.creditsPerGrantMax
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'credits' | 'answer'>(
    () => {
      if (isRefusing) return answer.trim() ? {} : { answer: t('credits.answerMissing') }
      return isAmount ? {} : { credits: t('credits.amountWrong') }
    },
    async () => {
      if (isRefusing) await decide(request, { decision: 'refuse', answer }, accountId)
      else await decide(request, { decision: 'approve', credits: amount, frequency }, accountId)
      void showToast(t('credits.decided', { name }), 'good')
    },
  )
  return (
    <form ref={form} noValidate className={styles.decision} onSubmit={(event) => void submit(event)}>
      <FailureNote failure={failure} />
      {isRefusing ? (
        <TextInput
          name="answer"
          label={t('credits.answer', { name })}
          maxLength={limits.creditRequestCharacters}
          value={answer}
          error={problems.answer}
          onChange={(event) => {
            setAnswer(event.currentTarget.value)
            forget('answer')
          }}
        />
      ) : (
        <NumberInput
          name="credits"
          label={t('credits.amount', { name })}
          min={1}
          max={limits.creditsPerGrantMax}
          allowDecimal={false}
          allowNegative={false}
          value={credits}
          error={problems.credits}
          onChange={(value) => {
            setCredits(value)
            forget('credits')
          }}
        />
      )}
      {!isRefusing && accountId !== null && (
        <SegmentedControl
          aria-label={t('credits.frequency', { name })}
          className={styles.frequency}
          data={[
            { value: 'once', label: t('credits.once') },
            { value: 'monthly', label: t('credits.monthly') },
          ]}
          value={frequency}
          onChange={setFrequency}
        />
      )}
      <div className={styles.ways}>
        <Button type="submit" loading={isSending} {...(isRefusing && { color: 'red' })}>
          {t(isRefusing ? 'credits.refuse' : 'credits.approve')}
        </Button>
        <Button variant="default" disabled={isSending} onClick={() => setRefusing(!isRefusing)}>
          {isRefusing ? t('common:action.cancel') : t('credits.refuseOpen')}
        </Button>
      </div>
      {!isRefusing && accountId !== null && frequency === 'monthly' && (
        <p className={`${styles.text} ${styles.wide}`} role="status">
          {t('credits.monthlyText', { name })}
        </p>
      )}
    </form>
  )
}
