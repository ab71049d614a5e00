import { stateFromDocument } from '@atrium/canvas'
import { type Canvas, limits, type RoomId } from '@atrium/contract'
import { type Database, inTenant } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import { createRateWindow } from '../../platform/rate-window.ts'
import { requireRoom } from '../../rooms/index.ts'
import type { Actor } from '../access.ts'
import { defaultTitle, insertCanvas, refuseTooMany } from '../save-canvas.ts'
import { documentOfWord } from './document-of-word.ts'
import { readWordFile, refuse } from './read-word-file.ts'
import { createTurns } from './take-turns.ts'

type Ports = { database: Database; log: Log }
type WordFile = { title?: string | undefined; roomId: RoomId; base64: string }

/**
 * Returns the function that creates a canvas from a Word document. It reads the file with no transaction open, and creates nothing once
 * `signal` has aborted. Throws INVALID_INPUT with the problem of a file that can't be read, and RATE_LIMITED.
 */
export function createImporter({ database, log }: Ports) {
  const countImport = createRateWindow({ max: limits.maxCanvasImportsPerMinute, perSeconds: 60 })
  const takeTurn = createTurns()
  return async (
    actor: Actor,
    { title = defaultTitle, roomId, base64 }: WordFile,
    signal: AbortSignal,
  ): Promise<Canvas> => {
    await inTenant(database, actor, async (trx) => {
      await requireRoom(trx, actor, roomId)
      await refuseTooMany(trx, actor)
    })
    countImport(actor.userId)
    const endTurn = await takeTurn(signal)
    const blocks = await readWordFile(Buffer.from(base64, 'base64'), signal, log).finally(endTurn)
    const state = stateFromDocument(documentOfWord(blocks, title))
    if (state.length > limits.maxCanvasBytes) refuse('tooLarge')
    signal.throwIfAborted()
    return await inTenant(database, actor, async (trx) => {
      await requireRoom(trx, actor, roomId)
      return await insertCanvas(trx, actor, { title, roomId, state })
    })
  }
}
