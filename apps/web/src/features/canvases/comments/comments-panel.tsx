import type { AccountId, Canvas, CanvasThread } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { Drawer, SegmentedControl } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { canvasCommentChanges } from '../../../entities/canvases/canvas-comments.ts'
import { Loaded } from '../../../lib/lists/loaded.tsx'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { useTranslation } from '../../../lib/translate.ts'
import type { CanvasSession } from '../editor/use-canvas-session.ts'
import { whenSaved } from '../suggestions/saved.ts'
import { CommentForm } from './comment-form.tsx'
import styles from './comments.module.css'
import { ThreadCard } from './thread-card.tsx'
import { type Comments, goToPassage, usePassages } from './use-comments.ts'

type CommentsPanelProps = {
  accountId: AccountId
  canvas: Canvas
  session: CanvasSession
  editor: Editor
  comments: Comments
  /** Beside the text; otherwise over it. */
  isBeside: boolean
  isWide: boolean
}

/** The comments on a canvas: beside its text, or in a sheet. */
export function CommentsPanel({ isBeside, isWide, ...props }: CommentsPanelProps) {
  const { t } = useTranslation(['canvasWork', 'common'])
  const { comments } = props
  if (!isBeside)
    return (
      <Drawer
        opened
        onClose={comments.close}
        position={isWide ? 'right' : 'bottom'}
        size={isWide ? 'min(26rem, 100vw)' : '80%'}
        title={t('comments')}
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <Threads {...props} onLeave={comments.close} />
      </Drawer>
    )
  return (
    <aside className={styles.panel} aria-label={t('comments')}>
      <div className={styles.head}>
        <h2>{t('comments')}</h2>
        <ToolButton label={t('comments.close')} icon={IconX} onClick={comments.close} />
      </div>
      <Threads {...props} onLeave={() => undefined} />
    </aside>
  )
}

type ThreadsProps = Omit<CommentsPanelProps, 'isBeside' | 'isWide'> & {
  /** Called before the text is shown. */
  onLeave: () => void
}

function Threads({ accountId, canvas, session, editor, comments, onLeave }: ThreadsProps) {
  const { t } = useTranslation('canvasWork')
  const [shown, setShown] = useState<'open' | 'resolved'>('open')
  const { query, draft, current } = comments
  const changes = canvasCommentChanges(accountId, canvas.canvasId)
  const room = { accountId, roomId: canvas.room.id, hasOnlyPeople: true }
  const places = usePassages(editor)
  const from = ({ threadId }: CanvasThread) => places.get(threadId)?.from ?? Infinity
  const goTo = (position: number) => {
    onLeave()
    // After a sheet has closed.
    requestAnimationFrame(() => goToPassage(editor, position))
  }
  return (
    <>
      {draft && (
        <section className={styles.thread} data-current aria-label={t('comments.new')}>
          <blockquote className={styles.quote} dir="auto">
            {draft.quote}
          </blockquote>
          <CommentForm
            place={room}
            label={t('comments.text')}
            action={t('comments.begin')}
            onCancel={comments.cancel}
            onSend={async (written) => {
              // The server reads the passage.
              if (!(await whenSaved(session))) {
                void showToast(t('unsaved'), 'bad')
                return false
              }
              const { threadId } = await changes.begin(draft.range, written)
              comments.cancel()
              comments.choose(threadId)
              return true
            }}
          />
        </section>
      )}
      <Loaded
        query={query}
        skeleton={<SkeletonRows count={3} label={t('comments.loading')} />}
        failed={t('comments.failed')}
      >
        {(threads) => {
          const some = threads.filter(({ resolved }) => (resolved !== null) === (shown === 'resolved'))
          const sorted = some.toSorted((one, other) => {
            const [a, b] = [from(one), from(other)]
            return a === b ? 0 : a - b
          })
          return (
            <>
              <SegmentedControl
                fullWidth
                size="xs"
                aria-label={t('comments.shown')}
                value={shown}
                onChange={(value) => setShown(value === 'resolved' ? 'resolved' : 'open')}
                data={[
                  { value: 'open', label: t('comments.open') },
                  { value: 'resolved', label: t('comments.resolved') },
                ]}
              />
              {sorted.length === 0 && !draft && (
                <p className={styles.note}>
                  {t(
                    shown === 'resolved'
                      ? 'comments.noneResolved'
                      : comments.mayComment
                        ? 'comments.none'
                        : 'comments.noneToRead',
                  )}
                </p>
              )}
              <ul className={styles.threads}>
                {sorted.map((thread) => {
                  const place = places.get(thread.threadId)
                  return (
                    <li key={thread.threadId}>
                      <ThreadCard
                        thread={thread}
                        room={room}
                        changes={changes}
                        mayComment={comments.mayComment}
                        isCurrent={thread.threadId === current}
                        isGone={place === null}
                        onChoose={(isChosen) => comments.choose(isChosen ? thread.threadId : null)}
                        onGoTo={place ? () => goTo(place.from) : null}
                      />
                    </li>
                  )
                })}
              </ul>
            </>
          )
        }}
      </Loaded>
    </>
  )
}
