import type { CanvasThread } from '@atrium/contract'
import { Button, UnstyledButton } from '@mantine/core'
import { IconCheck, IconRotateClockwise } from '@tabler/icons-react'
import { useState } from 'react'
import type { canvasCommentChanges } from '../../../entities/canvases/canvas-comments.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { useTranslation } from '../../../lib/translate.ts'
import type { MentionPlace } from '../../composing/index.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentView } from './comment-view.tsx'
import styles from './comments.module.css'

type ThreadCardProps = {
  thread: CanvasThread
  room: MentionPlace
  changes: ReturnType<typeof canvasCommentChanges>
  mayComment: boolean
  isCurrent: boolean
  /** Its passage was deleted. */
  isGone: boolean
  onChoose: (isChosen: boolean) => void
  /** Shows the passage; null where it is not in the text. */
  onGoTo: (() => void) | null
}

/** A thread: its passage, its comments and its actions. */
export function ThreadCard({
  thread: { threadId, quote, resolved, comments },
  room,
  changes,
  mayComment,
  isCurrent,
  isGone,
  onChoose,
  onGoTo,
}: ThreadCardProps) {
  const { t } = useTranslation('canvasWork')
  const [isAnswering, setAnswering] = useState(false)
  return (
    <article
      className={styles.thread}
      data-current={isCurrent || undefined}
      aria-label={t('comments.thread', { quote })}
    >
      {onGoTo ? (
        <UnstyledButton
          className={styles.quote}
          dir="auto"
          data-hint={t('comments.goTo')}
          onClick={() => {
            onChoose(true)
            onGoTo()
          }}
        >
          {quote}
        </UnstyledButton>
      ) : (
        <blockquote className={styles.quote} dir="auto" data-gone={isGone || undefined}>
          {quote}
        </blockquote>
      )}
      {isGone && <p className={styles.note}>{t('comments.gone')}</p>}
      <ul className={styles.comments}>
        {comments.map((comment) => (
          <li key={comment.commentId}>
            <CommentView comment={comment} place={room} changes={changes} mayChange={mayComment} />
          </li>
        ))}
      </ul>
      {resolved && <p className={styles.note}>{t('comments.resolvedBy', { name: resolved.by })}</p>}
      {mayComment && isCurrent && (
        <CommentForm
          place={room}
          label={t('comments.reply')}
          action={t('comments.reply')}
          autoFocus={isAnswering}
          onCancel={() => {
            setAnswering(false)
            onChoose(false)
          }}
          onSend={async (written) => {
            await changes.reply(threadId, written)
            return true
          }}
        />
      )}
      {mayComment && (
        <div className={styles.buttons}>
          {!isCurrent && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                setAnswering(true)
                onChoose(true)
              }}
            >
              {t('comments.reply')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={
              resolved ? (
                <IconRotateClockwise size={15} stroke={1.8} aria-hidden="true" />
              ) : (
                <IconCheck size={15} stroke={1.8} aria-hidden="true" />
              )
            }
            onClick={() => void changes.resolve(threadId, !resolved).catch(showFailure)}
          >
            {t(resolved ? 'comments.reopen' : 'comments.resolve')}
          </Button>
        </div>
      )}
    </article>
  )
}
