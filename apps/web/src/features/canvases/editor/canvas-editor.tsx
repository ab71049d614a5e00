import type { AccountId, Canvas, ThreadId } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import type { Editor } from '@tiptap/core'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useUser } from '../../../lib/session/use-session.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { CanvasHeader } from './canvas-header.tsx'
import { createEditor } from './create-editor.ts'
import { FindBar } from './find-bar.tsx'
import { Outline } from './outline.tsx'
import { useCitedPassage } from './show-cited-passage.ts'
import { type SlashKeys, SlashMenu } from './slash-menu.tsx'
import { Toolbar } from './toolbar.tsx'
import { type CanvasSession, useCanvasSession } from './use-canvas-session.ts'
import { WordCount } from './word-count.tsx'
import { BlockMoves } from '../blocks/block-moves.tsx'
import { CommentsButton, CommentSelection } from '../comments/comment-buttons.tsx'
import { useComments } from '../comments/use-comments.ts'
import { PictureEditor } from '../pictures/picture-editor.tsx'
import { PictureTool } from '../pictures/picture-tool.tsx'
import { type Pictures, usePictures } from '../pictures/use-pictures.ts'
import { FormulaEditor } from '../formulas/formula-editor.tsx'
import { type Question, ModelTool } from '../suggestions/model-tool.tsx'
import { SuggestionBar } from '../suggestions/suggestion-bar.tsx'
import { handleSuggestionKey } from '../suggestions/suggestion-keys.ts'
import { useSuggesting } from '../suggestions/use-suggesting.ts'
import { useWritings } from '../suggestions/use-writings.ts'
import dock from '../suggestions/suggestions.module.css'
import styles from './editor.module.css'

const AnswerCard = lazy(() =>
  import('../suggestions/answer-card.tsx').then((module) => ({ default: module.AnswerCard })),
)

const CommentsPanel = lazy(() =>
  import('../comments/comments-panel.tsx').then((module) => ({ default: module.CommentsPanel })),
)

type CanvasEditorProps = {
  accountId: AccountId
  canvas: Canvas
  isWide: boolean
  isChatShown: boolean
  /** The thread to open its comments at. */
  threadId: ThreadId | null
  /** Puts the canvas into a question. */
  onAsk: () => void
  /** Called when the user may no longer open the canvas. */
  onLost: () => void
}

/** The text of a canvas, with its tools (CANV-01, CANV-02). */
export function CanvasEditor(props: CanvasEditorProps) {
  const { accountId, canvas, isWide, isChatShown, threadId, onAsk, onLost } = props
  const { t } = useTranslation('canvases')
  const { session, state, mayEdit } = useCanvasSession({ accountId, canvasId: canvas.canvasId, onLost })
  const [isFinding, setFinding] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [asked, setAsked] = useState<Question | null>(null)
  const suggesting = useSuggesting(accountId, canvas.canvasId, session)
  const host = useRef<HTMLDivElement>(null)
  const keys = useRef<((event: KeyboardEvent) => boolean) | null>(null)
  const beginComment = useRef<() => void>(() => undefined)
  const pictures = usePictures(accountId, canvas.canvasId)
  const editor = useEditor({
    session,
    pictures,
    mayEdit,
    title: canvas.title,
    host,
    keys,
    onFind: () => setFinding(true),
    onAskModel: () => setAsking(true),
    onComment: () => beginComment.current(),
  })
  const comments = useComments({
    ...{ accountId, canvas, editor, threadId },
    // On a small screen it would cover the text that is edited.
    opensOnClick: (isWide && !isChatShown) || !mayEdit,
  })
  useEffect(() => {
    beginComment.current = comments.begin
  })
  useWritings(session, editor)
  useCitedPassage(editor, canvas.canvasId)
  return (
    <div className={styles.page}>
      <CanvasHeader
        accountId={accountId}
        canvas={canvas}
        state={state}
        session={session}
        editor={editor}
        pictures={pictures}
        isWide={isWide}
        isChatShown={isChatShown}
        onAsk={onAsk}
        tools={
          session &&
          editor && (
            <>
              <CommentsButton comments={comments} />
              <ModelTool
                {...{ accountId, canvas, session, editor, mayEdit, suggesting }}
                isOpen={isAsking}
                onOpenChange={setAsking}
                onAsk={setAsked}
              />
            </>
          )
        }
      />
      {editor && mayEdit && <Toolbar editor={editor} onFind={() => setFinding(true)} />}
      {editor && isFinding && <FindBar editor={editor} mayEdit={mayEdit} onClose={() => setFinding(false)} />}
      <div className={styles.scroll}>
        <div className={styles.columns} data-outlined={(isWide && !isChatShown) || undefined}>
          {editor && isWide && !isChatShown && <Outline editor={editor} />}
          <div className={styles.sheet}>
            <h1 className={styles.printedTitle} dir="auto">
              {canvas.title}
            </h1>
            {editor === null &&
              (state === 'manyOpen' || state === 'outdated' ? (
                <EmptyState title={t(`state.${state}`)} />
              ) : (
                <SkeletonRows count={6} label={t('open.loading')} />
              ))}
            <div ref={host} className={styles.text} />
            {editor && <BlockMoves editor={editor} />}
            {editor && <SlashMenu editor={editor} host={host} keys={keys} />}
            {editor && <FormulaEditor editor={editor} host={host} mayEdit={mayEdit} />}
            {editor && <PictureEditor editor={editor} host={host} mayEdit={mayEdit} />}
            {editor && mayEdit && <PictureTool {...{ accountId, canvas, editor, pictures }} />}
          </div>
        </div>
        <div className={dock.dock}>
          <Suspense>
            {asked && (
              <AnswerCard
                key={JSON.stringify(asked)}
                accountId={accountId}
                canvasId={canvas.canvasId}
                asked={asked}
                onClose={() => setAsked(null)}
              />
            )}
          </Suspense>
          {editor && <CommentSelection editor={editor} comments={comments} />}
          {editor && <SuggestionBar editor={editor} mayEdit={mayEdit} suggesting={suggesting} />}
        </div>
      </div>
      {session && editor && comments.isOpen && (
        <Suspense>
          <CommentsPanel
            {...{ accountId, canvas, session, editor, comments, isWide }}
            isBeside={isWide && !isChatShown}
          />
        </Suspense>
      )}
      <footer className={styles.foot}>{editor && <WordCount editor={editor} />}</footer>
    </div>
  )
}

type EditorToShow = {
  session: CanvasSession | null
  pictures: Pictures
  mayEdit: boolean
  title: string
  host: RefObject<HTMLElement | null>
  keys: SlashKeys
  onFind: () => void
  onAskModel: () => void
  onComment: () => void
}

/** The editor of a connected document; null until it has loaded. */
function useEditor(options: EditorToShow): Editor | null {
  const { session, mayEdit, title, host, keys } = options
  const { t } = useTranslation('canvases')
  const user = useUser()
  const [editor, setEditor] = useState<Editor | null>(null)
  const doc = session?.doc
  const latest = useRef({ ...options, user, words: t })
  useEffect(() => {
    latest.current = { ...options, user, words: t }
  })
  useEffect(() => {
    const now = latest.current
    if (!doc || !now.session || !now.user || !host.current) return
    const created: Editor = createEditor({
      host: host.current,
      session: now.session,
      user: { id: now.user.id, name: now.user.displayName },
      mayEdit: now.mayEdit,
      label: now.words('editor.label'),
      placeholder: now.words('editor.placeholder'),
      formulaWords: {
        empty: now.words('formula.empty'),
        invalid: now.words('formula.invalid'),
        tooLarge: now.words('formula.tooLarge'),
      },
      pictures: {
        words: {
          loading: now.words('picture.loading'),
          failed: now.words('picture.failed'),
          again: now.words('picture.again'),
          none: now.words('picture.none'),
        },
        load: now.pictures.load,
        onFiles: (view, files, at) => void latest.current.pictures.upload(view, files, at),
      },
      handleHint: now.words('block.handle'),
      onKeyDown(event) {
        if (keys.current?.(event)) return true
        if (latest.current.mayEdit && handleSuggestionKey(created, event)) return true
        if (!(event.ctrlKey || event.metaKey)) return false
        if (event.altKey && event.code === 'KeyM') latest.current.onComment()
        else if (event.altKey) return false
        else if (event.key === 'f') latest.current.onFind()
        else if (event.key === 'j') latest.current.onAskModel()
        else return false
        event.preventDefault()
        event.stopPropagation()
        return true
      },
    })
    setEditor(created)
    return () => {
      created.destroy()
      setEditor(null)
    }
  }, [doc, host, keys])
  useEffect(() => {
    if (editor && editor.isEditable !== mayEdit) editor.setEditable(mayEdit, false)
  }, [editor, mayEdit])
  useEffect(() => {
    editor?.view.dom.setAttribute('aria-description', title)
  }, [editor, title])
  return editor
}
