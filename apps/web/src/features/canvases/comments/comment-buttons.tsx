import { Button } from '@mantine/core'
import { IconMessage2, IconMessagePlus } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useTranslation } from '../../../lib/translate.ts'
import { useEditorState } from '../editor/use-editor-state.ts'
import styles from './comments.module.css'
import type { Comments } from './use-comments.ts'

/** Opens the comments, with the number of open threads. */
export function CommentsButton({ comments }: { comments: Comments }) {
  const { t } = useTranslation('canvasWork')
  const count = comments.query.data?.filter(({ resolved }) => !resolved).length ?? 0
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconMessage2 size={16} stroke={1.7} aria-hidden="true" />}
      aria-expanded={comments.isOpen}
      onClick={() => (comments.isOpen ? comments.close() : comments.open())}
    >
      {count === 0 ? t('comments') : t('comments.count', { count })}
    </Button>
  )
}

const selectedText = ({ doc, selection: { from, to, empty } }: Editor['state']): string =>
  empty ? '' : doc.textBetween(from, to, ' ')

/** Comments on the selected passage; nothing without one. */
export function CommentSelection({ editor, comments }: { editor: Editor; comments: Comments }) {
  const { t } = useTranslation('canvasWork')
  useEditorState(editor, ({ state }) => selectedText(state))
  if (!comments.mayComment || comments.draft || selectedText(editor.state).trim() === '') return null
  return (
    <Button
      className={styles.comment}
      size="sm"
      leftSection={<IconMessagePlus size={16} stroke={1.7} aria-hidden="true" />}
      data-hint={t('comments.key')}
      // The text stays selected.
      onMouseDown={(event) => event.preventDefault()}
      onClick={comments.begin}
    >
      {t('comments.begin')}
    </Button>
  )
}
