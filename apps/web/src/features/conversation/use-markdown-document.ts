import { useEffect, useState } from 'react'
import { createFrameTime } from './frame-time.ts'
import { emptyDocument, readMarkdown, type MarkdownDocument } from './markdown/document.ts'

/** Time per frame for parsing Markdown, for all texts on the page together. */
const readingTime = createFrameTime(6)

/** How long, in milliseconds, to withhold the end of a growing text that may become markup. */
const heldMs = 250

/** A parse result and its text. */
type Reading = { text: string; complete: boolean; releasedFrom: number | null; document: MarkdownDocument }

/** The document of a text; of a long one as much as there was time for, and the rest in the frames that follow. */
export function useMarkdownDocument(text: string, complete: boolean): MarkdownDocument {
  const [releasedFrom, setReleasedFrom] = useState<number | null>(null)
  const [kept, setKept] = useState<Reading>(() => read(emptyDocument, text, complete, null))
  let reading = kept
  if (kept.text !== text || kept.complete !== complete || kept.releasedFrom !== releasedFrom) {
    reading = read(kept.document, text, complete, releasedFrom)
    setKept(reading)
  }
  useEffect(() => {
    if (reading.document.finished) return
    return readingTime.whenThereIsTime(() => setKept(read(reading.document, text, complete, releasedFrom)))
  }, [reading, text, complete, releasedFrom])
  // The same end is withheld once, however it grows.
  const { heldFrom } = reading.document
  useEffect(() => {
    if (heldFrom === null) return
    const timer = setTimeout(() => setReleasedFrom(heldFrom), heldMs)
    return () => clearTimeout(timer)
  }, [heldFrom])
  return reading.document
}

function read(
  known: MarkdownDocument,
  text: string,
  complete: boolean,
  releasedFrom: number | null,
): Reading {
  const document = readingTime.spend((leftMs) => readMarkdown(known, text, complete, leftMs, releasedFrom))
  return { text, complete, releasedFrom, document }
}
