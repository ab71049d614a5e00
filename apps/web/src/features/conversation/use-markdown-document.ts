import { useEffect, useState } from 'react'
import { createFrameTime } from './frame-time.ts'
import { emptyDocument, readMarkdown, type MarkdownDocument } from './markdown/document.ts'

/** What reading Markdown may take of a frame, of all texts on the page together. */
const readingTime = createFrameTime(6)

/** What was read, and of which text. */
type Reading = { text: string; complete: boolean; document: MarkdownDocument }

/** The document of a text; of a long one as much as there was time for, and the rest in the frames that follow. */
export function useMarkdownDocument(text: string, complete: boolean): MarkdownDocument {
  const [kept, setKept] = useState<Reading>(() => read(emptyDocument, text, complete))
  let reading = kept
  if (kept.text !== text || kept.complete !== complete) {
    reading = read(kept.document, text, complete)
    setKept(reading)
  }
  useEffect(() => {
    if (reading.document.finished) return
    return readingTime.whenThereIsTime(() => setKept(read(reading.document, text, complete)))
  }, [reading, text, complete])
  return reading.document
}

function read(known: MarkdownDocument, text: string, complete: boolean): Reading {
  const document = readingTime.spend((leftMs) => readMarkdown(known, text, complete, leftMs))
  return { text, complete, document }
}
