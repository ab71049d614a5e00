import { stateFromDocument } from '@atrium/canvas'
import { type Canvas, limits, type RoomId } from '@atrium/contract'
import { type Database, inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Log } from '../../platform/log.ts'
import { createRateWindow } from '../../platform/rate-window.ts'
import { requireRoom } from '../../rooms/index.ts'
import type { Actor } from '../access.ts'
import { defaultTitle, insertCanvas, refuseTooMany } from '../save-canvas.ts'
import { documentOfWord } from './document-of-word.ts'
import { readWordFile, refuse } from './read-word-file.ts'

type Ports = { database: Database; log: Log }
type WordFile = { title?: string | undefined; roomId: RoomId; base64: string }

/** Per process: each file is read in a process of its own. */
const maxReadersAtOnce = 2
const maxWaiting = 8

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

/** Returns the function that waits for a turn to read a file; its result ends the turn. */
function createTurns() {
  const waiting: (() => void)[] = []
  let reading = 0
  const end = () => {
    const next = waiting.shift()
    if (next) next()
    else reading -= 1
  }
  return async (signal: AbortSignal): Promise<() => void> => {
    if (reading < maxReadersAtOnce) reading += 1
    else if (waiting.length >= maxWaiting) fail('RATE_LIMITED', { retryAfterSeconds: 10 })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    if (signal.aborted) end()
    signal.throwIfAborted()
    return end
  }
}
