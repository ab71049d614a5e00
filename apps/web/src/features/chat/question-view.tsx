import { UnstyledButton } from '@mantine/core'
import { IconCheck, IconCopy, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mention } from '@atrium/contract'
import { AttachedDocuments } from '../attachments/attached-documents.tsx'
import { AttachedPictures } from '../attachments/attached-pictures.tsx'
import { filesOf } from '../attachments/question-file.ts'
import type { MentioningText } from '../composing/mention-text.ts'
import { segmentsOf } from '../composing/pasted-text.ts'
import { ShownQuestion } from '../composing/shown-question.tsx'
import { useConversationActions } from './conversation-actions.tsx'
import { BranchWalker } from './branch-walker.tsx'
import { QuestionEditor } from './question-editor.tsx'
import { ToolButton } from './tool-button.tsx'
import type { PathStep } from './turn-tree.ts'
import { useCopying } from './use-copying.ts'
import styles from './turn.module.css'

/** Characters from which a question is folded at first. */
const foldedFrom = 1600

/** A question in its bubble, with editing and the ways to its other versions. */
export function QuestionView({ step: { turn, questions } }: { step: PathStep }) {
  const { t } = useTranslation('chat')
  const { askQuestion, how, readOnly, accountId, roomId, chatId } = useConversationActions()
  const [isEditing, setIsEditing] = useState(false)
  const { isCopied, copy } = useCopying()
  const { text, attachments, documents = [], mentions, authorName } = turn.question
  const edit = (changed: MentioningText) => {
    setIsEditing(false)
    const named = changed.mentions.findLast(({ kind }) => kind === 'model')
    const asked = named === undefined ? how : { ...how, modelId: named.id }
    askQuestion(changed.text, turn.parentTurnId, asked, filesOf(turn.question), changed.mentions)
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
      <AttachedPictures attachments={attachments} />
      <AttachedDocuments documents={documents} chatId={chatId} />
      <QuestionText text={text} mentions={mentions} />
      <div className={styles.questionTools}>
        {questions !== null && <BranchWalker walk={questions} label={t('walk.question')} />}
        <span className={styles.revealed}>
          <ToolButton
            label={isCopied ? t('action.copied') : t('question.copy')}
            icon={isCopied ? IconCheck : IconCopy}
            onClick={() => copy(() => navigator.clipboard.writeText(text))}
          />
          {!readOnly && (
            <ToolButton label={t('question.edit')} icon={IconPencil} onClick={() => setIsEditing(true)} />
          )}
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
    <div className={styles.bubble} dir="auto">
      <ShownQuestion text={text} mentions={mentions} most={isWhole ? Infinity : foldedFrom} />
      {isLong && (
        <UnstyledButton className={styles.fold} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {t(isWhole ? 'question.showLess' : 'question.showAll')}
        </UnstyledButton>
      )}
    </div>
  )
}
