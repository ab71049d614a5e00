import { Button } from '@mantine/core'
import { IconAlertCircle, IconCut, IconPlayerStop, IconPlugConnectedX } from '@tabler/icons-react'
import { picturesIn, type Turn } from '@atrium/contract'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { codeText } from '../../../lib/text/error-text.ts'
import { failureFor, secondsUntilRetry, type Remedy } from './answer-failure.ts'
import { filesOf } from '../../../entities/files/question-file.ts'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import { useRunningAnswer } from '../../../entities/chats/live-answers.ts'
import { SummariseButton } from './summarise-button.tsx'
import { useTicking } from './use-ticking.ts'
import styles from '../transcript/turn.module.css'
import { withPhrases } from '../../../lib/phrases.ts'

const OtherModelDialog = lazy(() =>
  import('./other-model-dialog.tsx').then((module) => ({ default: module.OtherModelDialog })),
)

const AskForCredits = lazy(() =>
  withPhrases(import('../../credit-requests/ask-button.tsx'), 'members').then((module) => ({
    default: module.AskButton,
  })),
)

type AnswerEndingProps = { turn: Turn; isLast: boolean; hasContent: boolean }

/** Shows how an answer ended, unless normally, with the available actions. */
export function AnswerEnding({ turn, isLast, hasContent }: AnswerEndingProps) {
  const { t } = useTranslation(['chat', 'pictures'])
  const pictures = picturesOf(turn)
  switch (turn.state) {
    case 'stopped':
      return (
        <p className={styles.ending}>
          <IconPlayerStop size={16} stroke={1.7} aria-hidden="true" /> {t('ending.stopped')}
        </p>
      )
    case 'interrupted':
      return (
        <BrokenOff
          text={pictures ? t('pictures:interrupted', pictures) : t('ending.interrupted')}
          icon={IconPlugConnectedX}
          turn={turn}
          canGoOn={isLast}
        />
      )
    case 'failed':
      return <FailedEnding turn={turn} isLast={isLast} hasContent={hasContent} />
    case 'answered':
    case 'open':
      if (turn.errorCode === 'ANSWER_TOO_LONG')
        return <BrokenOff text={t('ending.tooLong')} icon={IconCut} turn={turn} canGoOn={isLast} />
      if (turn.errorCode === 'CONTENT_FILTERED')
        return (
          <BrokenOff
            text={pictures ? t('pictures:filtered', pictures) : t('ending.filtered')}
            icon={IconCut}
            turn={turn}
            canGoOn={false}
          />
        )
      if (pictures && pictures.made < pictures.count)
        return <BrokenOff text={t('pictures:fewer', pictures)} icon={IconCut} turn={turn} canGoOn={isLast} />
      return hasContent ? null : <p className={styles.ending}>{t('answer.reasoningOnly')}</p>
  }
}

/** The number of generated pictures out of those requested; null for a text answer. */
const picturesOf = ({ parts, pictureOptions }: Turn) =>
  pictureOptions && { made: picturesIn(parts).length, count: pictureOptions.count }

type BrokenOffProps = { text: string; icon: typeof IconCut; turn: Turn; canGoOn: boolean }

/** An incomplete answer. Needs no second button when something continues below it. */
function BrokenOff({ text, icon: Icon, turn, canGoOn }: BrokenOffProps) {
  return (
    <div className={styles.notice}>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      <p>{text}</p>
      {canGoOn && <ContinueButton turn={turn} />}
    </div>
  )
}

function ContinueButton({ turn }: { turn: Turn }) {
  const { t } = useTranslation(['chat', 'pictures'])
  const { continueAnswer, readOnly } = useConversationActions()
  if (readOnly) return null
  return (
    <Button size="xs" onClick={() => continueAnswer(turn)}>
      {t(turn.pictureOptions ? 'pictures:missingOnes' : 'ending.continue')}
    </Button>
  )
}

function FailedEnding({ turn, isLast, hasContent }: AnswerEndingProps) {
  const { t } = useTranslation(['chat', 'errors', 'longChat'])
  const { accountId, readOnly } = useConversationActions()
  const { advice, remedies } = failureFor(turn.errorCode)
  const details = useRunningAnswer(turn.turnId)?.refusal?.details
  const { excess, needed, available, models } = details ?? {}
  return (
    <div className={styles.failure} role="alert">
      <IconAlertCircle size={20} stroke={1.7} aria-hidden="true" />
      <div>
        <p className={styles.failureTitle}>{codeText(turn.errorCode ?? 'INTERNAL')}</p>
        <p className={styles.failureText}>
          {typeof excess === 'number' && `${t('longChat:tooLong.by', { count: excess })} `}
          {typeof models === 'number' &&
            `${t('compare.tooDear', { count: models, needed: Number(needed), available: Number(available) })} `}
          {advice !== null && t(`advice.${advice}`)}
          {turn.creditsCharged === 0 && ` ${t('ending.free')}`}
        </p>
        {isLast && !readOnly && remedies.length > 0 && (
          <div className={styles.remedies}>
            {hasContent && remedies.includes('retry') && <ContinueButton turn={turn} />}
            <Remedies turn={turn} remedies={remedies} />
            {(advice === 'NOT_ENOUGH_CREDITS' || advice === 'CREDITS_EXHAUSTED') && (
              <Suspense>
                <AskForCredits accountId={accountId} />
              </Suspense>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

function Remedies({ turn, remedies }: { turn: Turn; remedies: readonly Remedy[] }) {
  const { t } = useTranslation('chat')
  const { answerAgain, takeBack, compose } = useConversationActions()
  const [isChoosing, setIsChoosing] = useState(false)
  const edit = () => {
    takeBack(turn.turnId)
    compose(turn.question.text, filesOf(turn.question), turn.question.mentions, turn.question.canvasIds)
  }
  const buttons: Record<Remedy, () => ReactNode> = {
    summarise: () => <SummariseButton key="summarise" turn={turn} />,
    retry: () => <RetryButton key="retry" turn={turn} />,
    'other-model': () => (
      <Button key="other-model" size="xs" variant="default" onClick={() => setIsChoosing(true)}>
        {t('ending.otherModel')}
      </Button>
    ),
    edit: () => (
      <Button key="edit" size="xs" variant="default" onClick={edit}>
        {t('ending.editQuestion')}
      </Button>
    ),
    'new-chat': () => (
      <Button
        key="new-chat"
        size="xs"
        variant="default"
        renderRoot={(props) => <Link {...props} to="/chat/$chatId" params={{ chatId: 'new' }} />}
      >
        {t('ending.newChat')}
      </Button>
    ),
  }
  return (
    <>
      {remedies.map((remedy) => buttons[remedy]())}
      {isChoosing && (
        <Suspense>
          <OtherModelDialog
            onClose={() => setIsChoosing(false)}
            onChoose={(modelId) => answerAgain(turn, { modelId, style: turn.style })}
          />
        </Suspense>
      )}
    </>
  )
}

function RetryButton({ turn }: { turn: Turn }) {
  const { t } = useTranslation('chat')
  const { answerAgain } = useConversationActions()
  const [shownAtMs] = useState(Date.now)
  const failedAtMs = turn.endedAt === null ? shownAtMs : Date.parse(turn.endedAt)
  const nowMs = useTicking(turn.retryAfterSeconds !== null)
  const seconds = secondsUntilRetry(turn.retryAfterSeconds, failedAtMs, nowMs)
  const retry = () => answerAgain(turn, { modelId: turn.requestedModelId, style: turn.style })
  return (
    <Button size="xs" variant="default" disabled={seconds > 0} onClick={retry}>
      {seconds > 0 ? t('ending.tryAgainIn', { count: seconds }) : t('ending.tryAgain')}
    </Button>
  )
}
