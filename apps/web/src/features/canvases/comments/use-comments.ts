import {
  type AccountId,
  type Canvas,
  type CanvasRange,
  includesAccess,
  type ThreadId,
} from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { useEffect, useMemo, useState } from 'react'
import { canvasThreadsQuery } from '../../../entities/canvases/canvas-comments.ts'
import { selectedRange } from '../suggestions/positions.ts'
import { type MarkedPassage, passageClicked, passagesIn, showComments } from './comment-marks.ts'

type CommentsOf = {
  accountId: AccountId
  canvas: Canvas
  editor: Editor | null
  /** The thread to open first. */
  threadId: ThreadId | null
  /** Whether a click on a marked passage opens them. */
  opensOnClick: boolean
}

/** The passage that is being commented on, with its words. */
export type NewThread = { range: CanvasRange; quote: string }

/** The comments on a canvas, shown as marks in its text. */
export function useComments({ accountId, canvas, editor, threadId, opensOnClick }: CommentsOf) {
  const query = useQuery(canvasThreadsQuery(accountId, canvas.canvasId))
  const [isOpen, setOpen] = useState(threadId !== null)
  const [current, setCurrent] = useState<ThreadId | null>(threadId)
  const [draft, setDraft] = useState<NewThread | null>(null)
  const threads = query.data
  const passages = useMemo<MarkedPassage[]>(
    () => [
      ...(threads ?? []).flatMap(({ threadId: id, range, resolved }) => (resolved ? [] : [{ id, range }])),
      ...(draft ? [{ id: 'new' as const, range: draft.range }] : []),
    ],
    [threads, draft],
  )
  const shown = draft ? 'new' : current
  useEffect(() => {
    if (editor) showComments(editor.view, { passages, current: shown })
  }, [editor, passages, shown])
  useEffect(
    () =>
      passageClicked.listen((id) => {
        setCurrent(id)
        setDraft(null)
        if (opensOnClick) setOpen(true)
      }),
    [opensOnClick],
  )
  const mayComment = includesAccess(canvas.access, 'comment')
  return {
    query,
    isOpen,
    current,
    draft,
    mayComment,
    choose: setCurrent,
    open: () => setOpen(true),
    close: () => {
      setOpen(false)
      setDraft(null)
      setCurrent(null)
    },
    /** Comments on the selected passage. */
    begin: () => {
      const range = editor && mayComment ? selectedRange(editor.state) : null
      if (!editor || range === null) return
      const { from, to } = editor.state.selection
      setDraft({ range, quote: editor.state.doc.textBetween(from, to, ' ').trim() })
      setOpen(true)
    },
    cancel: () => setDraft(null),
  }
}

export type Comments = ReturnType<typeof useComments>

/** The current positions of threads' passages; updated with a short delay while somebody types. */
export function usePassages(editor: Editor): ReturnType<typeof passagesIn> {
  const [places, setPlaces] = useState(() => passagesIn(editor.state))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const find = () => {
      timer = null
      setPlaces(passagesIn(editor.state))
    }
    const soon = () => void (timer ??= setTimeout(find, 250))
    soon()
    editor.on('transaction', soon)
    return () => {
      editor.off('transaction', soon)
      if (timer !== null) clearTimeout(timer)
    }
  }, [editor])
  return places
}

/** Scrolls to a passage. */
export function goToPassage(editor: Editor, from: number): void {
  const { node } = editor.view.domAtPos(from + 1)
  const element = node instanceof Element ? node : node.parentElement
  element?.scrollIntoView({ block: 'center' })
}
