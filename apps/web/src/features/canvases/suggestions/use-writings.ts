import type { CanvasWriting } from '@atrium/contract'
import type { Editor } from '@tiptap/core'
import { useEffect } from 'react'
import type { CanvasSession } from '../editor/use-canvas-session.ts'
import { showSuggestions, suggestionsIn } from './suggestion-view.ts'

/** Silence after which a suggestion counts as ended, because its process died. */
const silenceMs = 10_000

/** Shows in the editor what models are writing, for everybody who has the canvas open. */
export function useWritings(session: CanvasSession | null, editor: Editor | null): void {
  const provider = session?.provider
  useEffect(() => {
    if (!provider || !editor) return
    const timers = new Map<string, number>()
    const put = (writing: CanvasWriting) => {
      if (editor.isDestroyed) return
      const others = suggestionsIn(editor.state).writings.filter((one) => one.shapingId !== writing.shapingId)
      clearTimeout(timers.get(writing.shapingId))
      timers.delete(writing.shapingId)
      if (!writing.isEnded)
        timers.set(
          writing.shapingId,
          window.setTimeout(() => put({ ...writing, isEnded: true }), silenceMs),
        )
      showSuggestions(editor.view, { writings: writing.isEnded ? others : [...others, writing] })
    }
    const receive = ({ payload }: { payload: string }) => {
      const message = JSON.parse(payload) as CanvasWriting | { type: string }
      if (message.type === 'writing') put(message as CanvasWriting)
    }
    provider.on('stateless', receive)
    return () => {
      provider.off('stateless', receive)
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [provider, editor])
}
