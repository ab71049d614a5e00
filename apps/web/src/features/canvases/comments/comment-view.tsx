import type { CanvasComment } from '@atrium/contract'
import { Avatar } from '@atrium/ui'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { canvasCommentChanges } from '../../../entities/canvases/canvas-comments.ts'
import { Moment } from '../../../lib/moment.tsx'
import { useUser } from '../../../lib/session/use-session.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { type MentionPlace, ShownQuestion } from '../../composing/index.ts'
import { CommentForm } from './comment-form.tsx'
import styles from './comments.module.css'

type CommentViewProps = {
  comment: CanvasComment
  place: MentionPlace
  changes: ReturnType<typeof canvasCommentChanges>
  mayChange: boolean
}

/** A comment, which its author edits and deletes. */
export function CommentView({ comment, place, changes, mayChange }: CommentViewProps) {
  const { t } = useTranslation('canvasWork')
  const [state, setState] = useState<'shown' | 'editing' | 'deleting'>('shown')
  const isOwn = useUser()?.id === comment.author.id
  const { commentId, author, text, mentions, createdAt, editedAt } = comment
  return (
    <div className={styles.one}>
      <div className={styles.by}>
        <Avatar name={author.name} size={24} />
        <bdi className={styles.author}>{author.name}</bdi>
        <span className={styles.when}>
          <Moment at={createdAt} />
          {editedAt !== null && ` · ${t('comments.edited')}`}
        </span>
        {isOwn && state === 'shown' && (
          <span className={styles.tools}>
            {mayChange && (
              <ToolButton label={t('comments.edit')} icon={IconPencil} onClick={() => setState('editing')} />
            )}
            <ToolButton label={t('comments.delete')} icon={IconTrash} onClick={() => setState('deleting')} />
          </span>
        )}
      </div>
      {state === 'editing' ? (
        <CommentForm
          place={place}
          label={t('comments.edit')}
          action={t('comments.save')}
          first={{ text, mentions }}
          onCancel={() => setState('shown')}
          onSend={async (written) => {
            await changes.change(commentId, written)
            setState('shown')
            return false
          }}
        />
      ) : (
        <p className={styles.text} dir="auto">
          <ShownQuestion text={text} mentions={mentions} />
        </p>
      )}
      {state === 'deleting' && (
        <DeleteQuestion
          onCancel={() => setState('shown')}
          onDelete={() => void changes.remove(commentId).catch(showFailure)}
        />
      )}
    </div>
  )
}

function DeleteQuestion({ onCancel, onDelete }: { onCancel: () => void; onDelete: () => void }) {
  const { t } = useTranslation(['canvasWork', 'common'])
  return (
    <div className={styles.buttons} role="group" aria-label={t('comments.deleteAsk')}>
      <span className={styles.note}>{t('comments.deleteAsk')}</span>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {t('common:action.cancel')}
      </Button>
      <Button size="compact-sm" color="red" autoFocus onClick={onDelete}>
        {t('comments.delete')}
      </Button>
    </div>
  )
}
