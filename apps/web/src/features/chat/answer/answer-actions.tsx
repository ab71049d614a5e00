import {
  IconCheck,
  IconClipboardText,
  IconMarkdown,
  IconPlayerStopFilled,
  IconRefresh,
  IconReload,
  IconSparkles,
  IconThumbDown,
  IconThumbUp,
  IconVolume,
} from '@tabler/icons-react'
import { sourcesIn, type Rating, type Turn, webIn } from '@atrium/contract'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../../../entities/accounts/use-account.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { mayRateAnswer } from '../../../entities/turns/turn-rights.ts'
import { copyMarkdown, copyRich } from '../../conversation/index.ts'
import { TextWorkMenu } from '../../shaping/index.ts'
import { BranchWalker } from '../transcript/branch-walker.tsx'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import { chatChanges } from '../../../entities/chats/queries.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { ToolMenu } from '../../../lib/tools/tool-menu.tsx'
import { TurnMenu } from '../transcript/turn-menu.tsx'
import type { PathStep } from '../../../entities/turns/turn-tree.ts'
import { useCopying } from '../../../lib/use-copying.ts'
import { canReadAloud, useReadingAloud } from './use-reading-aloud.ts'
import styles from '../transcript/turn.module.css'

const OtherModelDialog = lazy(() =>
  import('./other-model-dialog.tsx').then((module) => ({ default: module.OtherModelDialog })),
)

type AnswerActionsProps = { step: PathStep; text: string; isLast: boolean }

/** Actions for an answer and, unobtrusively, its cost. */
export function AnswerActions({ step: { turn, answers }, text, isLast }: AnswerActionsProps) {
  const { t } = useTranslation('chat')
  const { readOnly, relation, readerId } = useConversationActions()
  const mayRate = mayRateAnswer(relation, turn.askedById === readerId)
  return (
    <footer className={styles.answerTools} data-shown={isLast || undefined}>
      {answers !== null && <BranchWalker walk={answers} label={t('walk.answer')} />}
      <span className={styles.revealed}>
        {text !== '' && <CopyTools text={text} />}
        {mayRate && <RatingTools turn={turn} />}
        {text !== '' && canReadAloud() && (
          <ReadAloudTool text={text} cites={sourcesIn(turn.parts) !== null || webIn(turn.parts) !== null} />
        )}
        {!readOnly && text !== '' && <TextWorkMenu turnId={turn.turnId} text={text} />}
        {!readOnly && <AnswerAgainMenu turn={turn} />}
        <TurnMenu turn={turn} />
      </span>
      <AnswerCost turn={turn} />
    </footer>
  )
}

function CopyTools({ text }: { text: string }) {
  const { t } = useTranslation('chat')
  const markdown = useCopying()
  const rich = useCopying()
  return (
    <>
      <ToolButton
        label={markdown.isCopied ? t('action.copied') : t('action.copyMarkdown')}
        icon={markdown.isCopied ? IconCheck : IconMarkdown}
        onClick={() => markdown.copy(() => copyMarkdown(text))}
      />
      <ToolButton
        label={rich.isCopied ? t('action.copied') : t('action.copyRich')}
        icon={rich.isCopied ? IconCheck : IconClipboardText}
        onClick={() => rich.copy(() => copyRich(text))}
      />
    </>
  )
}

function RatingTools({ turn }: { turn: Turn }) {
  const { t } = useTranslation('chat')
  const { chatId } = useConversationActions()
  const account = useAccount()
  const rate = (rating: Rating) => {
    if (account === null) return
    chatChanges(account.id)
      .rate(chatId, turn.turnId, turn.rating === rating ? null : rating)
      .catch(showFailure)
  }
  return (
    <>
      <ToolButton
        label={t('action.rateUp')}
        icon={IconThumbUp}
        pressed={turn.rating === 'up'}
        onClick={() => rate('up')}
      />
      <ToolButton
        label={t('action.rateDown')}
        icon={IconThumbDown}
        pressed={turn.rating === 'down'}
        onClick={() => rate('down')}
      />
    </>
  )
}

function ReadAloudTool({ text, cites }: { text: string; cites: boolean }) {
  const { t } = useTranslation('chat')
  const { isReading, toggle } = useReadingAloud(text, cites)
  return (
    <ToolButton
      label={t(isReading ? 'action.readAloud.stop' : 'action.readAloud')}
      icon={isReading ? IconPlayerStopFilled : IconVolume}
      onClick={toggle}
    />
  )
}

function AnswerAgainMenu({ turn }: { turn: Turn }) {
  const { t } = useTranslation('chat')
  const { answerAgain } = useConversationActions()
  const [isChoosing, setIsChoosing] = useState(false)
  // An imported answer may have a model that is unknown here.
  const sameId = turn.modelId
  const same = t('action.answerAgain.same', { model: turn.modelName ?? turn.requestedModelId })
  const again = (modelId: string) => answerAgain(turn, { modelId, style: turn.style })
  return (
    <>
      <ToolMenu
        label={t('action.answerAgain')}
        icon={IconRefresh}
        items={[
          ...(sameId === null ? [] : [{ label: same, icon: IconReload, onClick: () => again(sameId) }]),
          { label: t('action.answerAgain.other'), icon: IconSparkles, onClick: () => setIsChoosing(true) },
        ]}
      />
      {isChoosing && (
        <Suspense>
          <OtherModelDialog onClose={() => setIsChoosing(false)} onChoose={again} />
        </Suspense>
      )}
    </>
  )
}

function AnswerCost({ turn: { usage, creditsCharged } }: { turn: Turn }) {
  const { t } = useTranslation('chat')
  if (creditsCharged === null) return null
  const detail =
    usage === null
      ? null
      : t(usage.estimated ? 'cost.estimated' : 'cost.detail', {
          input: usage.inputTokens,
          cached: usage.cachedInputTokens,
          output: usage.outputTokens,
        })
  const tokens = usage === null ? null : usage.inputTokens + usage.outputTokens
  return (
    <span data-hint={detail ?? undefined} className={styles.cost} tabIndex={detail === null ? undefined : 0}>
      {t('cost.credits', { count: creditsCharged })}
      {tokens !== null && ` · ${t('cost.tokens', { count: tokens })}`}
    </span>
  )
}
