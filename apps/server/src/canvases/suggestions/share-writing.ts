import { AccountId, CanvasId, CanvasWriting } from '@atrium/contract'
import { z } from 'zod'
import {
  type Database,
  type DatabaseAddress,
  inSystem,
  listenTo,
  notify,
} from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import type { CanvasKey } from '../collaboration/stored-document.ts'

const channel = 'canvas_writing'
/** Of the text so far: with it, a message stays below PostgreSQL's limit of 8000 bytes in any script. */
const maxCharacters = 1_500

const Message = z.object({ accountId: AccountId, canvasId: CanvasId, writing: CanvasWriting })

/** Shows everybody who has a canvas open, on every process, what a model is writing. */
export const shareWriting = (
  { database, log }: { database: Database; log: Log },
  { accountId, canvasId }: CanvasKey,
  writing: CanvasWriting,
): Promise<void> =>
  inSystem(database, (trx) =>
    notify(
      trx,
      channel,
      JSON.stringify({ accountId, canvasId, writing: { ...writing, text: lastOf(writing.text) } }),
    ),
  ).catch((error: unknown) =>
    log.warn(
      { event: 'canvas.writing_not_shared', err: error },
      'Could not show a suggestion while it is written',
    ),
  )

/** The end of a text, from a whole word on. */
function lastOf(text: string): string {
  if (text.length <= maxCharacters) return text
  const end = text.slice(-maxCharacters)
  return `… ${end.slice(end.search(/\s/) + 1)}`
}

/** Calls back with what models write, on any process, for the browsers that are connected to this one. */
export const listenToWriting = (
  { address, log }: { address: DatabaseAddress; log: Log },
  onWriting: (key: CanvasKey, message: string) => void,
): Promise<{ stop(): Promise<void> }> =>
  listenTo(address, channel, {
    log,
    // The next message has all of it.
    onGap: () => undefined,
    onMessage(text) {
      const { writing, ...key } = Message.parse(JSON.parse(text))
      onWriting(key, JSON.stringify(writing))
    },
  })
