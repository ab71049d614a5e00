import type { StreamPart } from '@atrium/contract'
import type { Reader } from '../write/running-turn.ts'

/** The types of events that depend on their reader. */
const presented = ['data-sources', 'data-table', 'finish'] as const

type Ports = {
  reader: Reader
  /** Returns the part as this reader may see it. */
  present(part: StreamPart): Promise<StreamPart>
  /** Called when a part can't be presented; the reader gets nothing more. */
  onFailure(error: unknown): void
}

/**
 * A reader who did not ask the question: sources, queries over spreadsheets and the end pass through `present`, which checks what the
 * reader may see. Everything after them waits, so that events keep their order.
 */
export function readerOfSharedAnswer({ reader, present, onFailure }: Ports): Reader {
  let waiting: Promise<void> | null = null
  let isOpen = true
  const later = (run: () => Promise<void> | void) => {
    const mine: Promise<void> = (waiting ?? Promise.resolve()).then(run).catch((error: unknown) => {
      isOpen = false
      onFailure(error)
      reader.end()
    })
    waiting = mine
    void mine.then(() => {
      if (waiting === mine) waiting = null
    })
  }
  const write = (frames: string) => {
    if (isOpen) isOpen = reader.write(frames)
  }
  return {
    write(frames) {
      if (presented.some((type) => frames.includes(`"type":"${type}"`)))
        later(async () => write(await presentedFrames(frames, present)))
      else if (waiting) later(() => write(frames))
      else write(frames)
      return isOpen
    },
    end() {
      if (waiting) later(() => reader.end())
      else reader.end()
    },
  }
}

/** Server-sent events end with an empty line, and the JSON of their data has no line breaks. */
async function presentedFrames(frames: string, present: Ports['present']): Promise<string> {
  const events: string[] = []
  for (const event of frames.split('\n\n')) {
    const [head, json] = event.split('\ndata: ')
    const isPresented = presented.some((type) => json?.startsWith(`{"type":"${type}"`))
    const part = json && isPresented ? (JSON.parse(json) as StreamPart) : null
    events.push(part ? `${head}\ndata: ${JSON.stringify(await present(part))}` : event)
  }
  return events.join('\n\n')
}
