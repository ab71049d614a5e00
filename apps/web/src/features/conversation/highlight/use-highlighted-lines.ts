import { useEffect, useMemo, useReducer, useState } from 'react'
import { languageId } from './languages.ts'
import type { CodeToken, LineHighlighter } from './line-highlighter.ts'

type HighlightedLines = {
  coloured: readonly (readonly CodeToken[])[]
  /** Offset in the code from which there are no colours (yet). */
  plainFrom: number
}

/** Milliseconds of a frame that colouring may take. */
const budgetMs = 6
/** Lines beyond this stay plain: nobody reads them coloured, and every token is an element. */
const mostLines = 2000

const nothing: HighlightedLines = { coloured: [], plainFrom: 0 }

/** The lines of a piece of code with their colours, as far as they are ready. Grammars load when first wanted. */
export function useHighlightedLines(code: string, language: string, open: boolean): HighlightedLines {
  const id = languageId(language)
  const highlighter = useLineHighlighter(id)
  const [turn, goOn] = useReducer((count: number) => count + 1, 0)
  const lines = useMemo(() => code.split(/(?<=\n)/u).slice(0, mostLines), [code])
  const highlighted = useMemo((): HighlightedLines => {
    if (!highlighter) return nothing
    const coloured = highlighter.advance(lines, budgetMs)
    const plainFrom = lines.slice(0, coloured.length).reduce((total, line) => total + line.length, 0)
    return { coloured, plainFrom }
    // `turn` asks for another slice of the work.
  }, [highlighter, lines, turn])
  const unfinished = highlighter !== undefined && highlighted.coloured.length < lines.length
  useEffect(() => {
    if (!unfinished || open) return
    const timer = setTimeout(goOn, 0)
    return () => clearTimeout(timer)
  }, [unfinished, open, turn])
  return highlighted
}

function useLineHighlighter(id: string | undefined): LineHighlighter | undefined {
  const [ready, setReady] = useState<{ id: string; highlighter: LineHighlighter }>()
  useEffect(() => {
    if (!id) return
    let wanted = true
    // Code without colours is still code: when a grammar does not come, nothing is lost.
    void import('./line-highlighter.ts')
      .then(({ createLineHighlighter }) => createLineHighlighter(id))
      .then((highlighter) => wanted && setReady({ id, highlighter }), () => {})
    return () => {
      wanted = false
    }
  }, [id])
  return ready && ready.id === id ? ready.highlighter : undefined
}
