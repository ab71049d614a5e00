import { decideToolCall, type ToolCallPart, type ToolDecision, type Turn } from '@atrium/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useConversationActions } from '../../entities/turns/conversation-actions.tsx'
import { api } from '../../lib/api/api.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import { Arguments } from './arguments.tsx'
import styles from './tool-calls.module.css'

type ConsentProps = { turn: Turn; call: ToolCallPart }

/** Asks the person who asked the question whether a tool may be called with these arguments. Others see that their decision is awaited. */
export function Consent({ turn, call }: ConsentProps) {
  const { t } = useTranslation('toolCalls')
  const { accountId, readerId, announce } = useConversationActions()
  const [sent, setSent] = useState<ToolDecision | null>(null)
  const time = new Intl.DateTimeFormat(dateLocale(), { timeStyle: 'short' }).format(
    new Date(call.expiresAt ?? turn.startedAt),
  )
  const isMine = turn.askedById === readerId
  const decide = async (decision: ToolDecision) => {
    if (sent) return
    setSent(decision)
    try {
      const { turnId } = turn
      const { callId } = call
      const { data } = await api.call(
        decideToolCall,
        { params: { turnId, callId }, body: { decision } },
        { place: { accountId, roomId: null } },
      )
      announce(t(`decided.${data.state}`))
    } catch (error) {
      setSent(null)
      void showToast(errorText(error), 'bad')
    }
  }
  return (
    <div className={styles.consent}>
      <p className={styles.question} role="status">
        {t('waiting', { server: call.serverName, tool: call.title })}
      </p>
      <p className={styles.note}>{t(call.isReading ? 'onlyReads' : 'mayChange')}</p>
      <Arguments input={call.input} />
      <p className={styles.note}>{t(isMine ? 'until' : 'untilOther', { time })}</p>
      {isMine && (
        <div className={styles.actions}>
          <Button loading={sent === 'once'} disabled={sent !== null} onClick={() => void decide('once')}>
            {t('once')}
          </Button>
          <Button
            variant="default"
            loading={sent === 'chat'}
            disabled={sent !== null}
            onClick={() => void decide('chat')}
          >
            {t('always')}
          </Button>
          <Button
            variant="subtle"
            color="red"
            loading={sent === 'refuse'}
            disabled={sent !== null}
            onClick={() => void decide('refuse')}
          >
            {t('refuse')}
          </Button>
        </div>
      )}
    </div>
  )
}
