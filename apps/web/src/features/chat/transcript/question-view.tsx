import { UnstyledButton } from '@mantine/core'
import { IconCheck, IconCopy, IconPencil } from '@tabler/icons-react'
import { lazy, startTransition, Suspense, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import type { Mention } from '@atrium/contract'
import { AttachedFiles } from '../../attachments/index.ts'
import { filesOf } from '../../../entities/files/question-file.ts'
import type { MentioningText } from '../../../entities/turns/mention-text.ts'
import { mayEditQuestion } from '../../../entities/turns/turn-rights.ts'
import { segmentsOf } from '../../../entities/turns/pasted-text.ts'
import { ShownQuestion } from '../../composing/index.ts'
import { Moment } from '../../../lib/moment.tsx'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import { BranchWalker } from './branch-walker.tsx'
import { findable } from '../outline/findable.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { hasAnswer, TurnMenu } from './turn-menu.tsx'
import type { PathStep } from '../../../entities/turns/turn-tree.ts'
import { useCopying } from '../../../lib/use-copying.ts'
import styles from './turn.module.css'

const QuestionEditor = lazy(() =>
  import('./question-editor.tsx').then((module) => ({ default: module.QuestionEditor })),
)

const QuestionCanvases = lazy(() =>
  import('../canvases/question-canvases.tsx').then((module) => ({ default: module.QuestionCanvases })),
)

/** Characters from which a question is folded at first. */
const foldedFrom = 1600

/** A question in its bubble, with editing and the ways to its other versions. */
export function QuestionView({ step: { turn, questions } }: { step: PathStep }) {
  const { t } = useTranslation(['chat', 'sharing'])
  const { askQuestion, how, accountId, roomId, chatId, relation, share, readerId } = useConversationActions()
  const [isEditing, setIsEditing] = useState(false)
  const { isCopied, copy } = useCopying()
  const { text, attachments, documents = [], canvasIds = [], mentions, authorId, authorName } = turn.question
  const isMine = authorId === readerId
  const mayEdit = mayEditQuestion(relation, isMine || share === 'none')
  const edit = (changed: MentioningText) => {
    setIsEditing(false)
    const named = changed.mentions.findLast(({ kind }) => kind === 'model')
    const asked = named === undefined ? how : { ...how, modelId: named.id, comparedModelIds: undefined }
    const files = filesOf(turn.question)
    const about = { ...asked, canvasIds }
    askQuestion(changed.text, turn.parentTurnId, about, files, changed.mentions, turn.turnId)
  }
  if (isEditing)
    return (
      <QuestionEditor
        question={{ text, mentions }}
        place={{ accountId, roomId }}
        onAsk={edit}
        onCancel={() => setIsEditing(false)}
      />
    )
  return (
    <div className={styles.question}>
      <h2 className={styles.hiddenText}>{t('question.of', { name: authorName })}</h2>
      {(share !== 'none' || !isMine) && (
        <span className={styles.author} aria-hidden="true">
          <bdi>{isMine ? t('sharing:me') : authorName}</bdi>
        </span>
      )}
      <AttachedFiles pictures={attachments} documents={documents} chatId={chatId} />
      {canvasIds.length > 0 && (
        <Suspense>
          <QuestionCanvases {...{ accountId, chatId, canvasIds, isMine }} isStored={turn.state !== 'open'} />
        </Suspense>
      )}
      <QuestionText text={text} mentions={mentions} />
      <div className={styles.questionTools}>
        {questions !== null && <BranchWalker walk={questions} label={t('walk.question')} />}
        <span className={styles.revealed}>
          <span className={styles.time}>
            <Moment at={turn.question.askedAt} />
          </span>
          <ToolButton
            label={isCopied ? t('action.copied') : t('question.copy')}
            icon={isCopied ? IconCheck : IconCopy}
            onClick={() => copy(() => navigator.clipboard.writeText(text))}
          />
          {mayEdit && (
            <ToolButton
              label={t('question.edit')}
              icon={IconPencil}
              onClick={() => startTransition(() => setIsEditing(true))}
            />
          )}
          {!hasAnswer(turn) && <TurnMenu turn={turn} />}
        </span>
      </div>
    </div>
  )
}

function QuestionText({ text, mentions }: { text: string; mentions: readonly Mention[] }) {
  const { t } = useTranslation('chat')
  const [isWhole, setIsWhole] = useState(false)
  const isLong = segmentsOf(text).some((one) => one.kind === 'words' && one.text.length > foldedFrom)
  return (
    <div className={styles.bubble} dir="auto" {...{ [findable]: '' }}>
      <ShownQuestion text={text} mentions={mentions} most={isWhole ? Infinity : foldedFrom} />
      {isLong && (
        <UnstyledButton className={styles.fold} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {t(isWhole ? 'question.showLess' : 'question.showAll')}
        </UnstyledButton>
      )}
    </div>
  )
}
