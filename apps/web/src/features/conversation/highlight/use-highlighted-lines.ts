import { useEffect, useMemo, useState } from 'react'
import { type ColoredBlock, type ColoredLine, openColoredBlock } from './colored-block.ts'

type HighlightedLines = {
  coloured: readonly ColoredLine[]
  /** Offset in the code from which there are no colors yet. */
  plainFrom: number
}

/** The highlighted lines of a piece of code, as far as ready. Loads nothing for an unknown language. */
export function useHighlightedLines(code: string, language: string): HighlightedLines {
  const lines = useColoredLines(code, language)
  return useMemo(() => {
    let plainFrom = 0
    const upTo = lines.findIndex((line) => {
      const text = line.map((token) => token.text).join('')
      // A line that has changed since, and all after it, wait for their new colors.
      if (text === '' || !code.startsWith(text, plainFrom)) return true
      plainFrom += text.length
      return false
    })
    return { coloured: upTo === -1 ? lines : lines.slice(0, upTo), plainFrom }
  }, [lines, code])
}

function useColoredLines(code: string, language: string): readonly ColoredLine[] {
  const [lines, setLines] = useState<readonly ColoredLine[]>([])
  const [block, setBlock] = useState<ColoredBlock | null>(null)
  useEffect(() => {
    const opened = openColoredBlock(language, ({ from, tokens }) =>
      setLines((before) => [...before.slice(0, from), ...tokens]),
    )
    setBlock(opened)
    if (!opened) return
    return () => {
      opened.close()
      setLines([])
    }
  }, [language])
  useEffect(() => block?.color(code), [block, code])
  return lines
}
