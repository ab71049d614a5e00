import type { ShapingCost } from '@atrium/contract'
import type { TenantTransaction } from '../platform/database/index.ts'
import { closeCall } from './close-call.ts'
import type { OpenCall } from './open-call.ts'
import type { WritingToolsPorts } from './ports.ts'
import { type TextEnd, writeText } from './write-text.ts'

type Running = {
  /** Registers a callback for when the reader has left. */
  onLeft: (leave: () => void) => void
  onText?: (delta: string) => void
  /** Stores the finished text, in the transaction that settles it. */
  keep?: (trx: TenantTransaction, text: string) => Promise<void>
}

/**
 * Runs an opened call to its end. The reader's leaving ends it; so does the shutdown of this process, which waits for the
 * settlement.
 */
export function runCall(
  ports: WritingToolsPorts,
  call: OpenCall,
  { onLeft, onText, keep }: Running,
): Promise<TextEnd & ShapingCost> {
  const leaving = new AbortController()
  onLeft(() => leaving.abort())
  const work = async () => {
    const end = await writeText(call, leaving.signal, onText)
    return { ...end, ...(await closeCall(ports, call, end, async (trx) => keep?.(trx, end.text))) }
  }
  const done = work().finally(() => ports.running.delete(done))
  ports.running.set(done, () => leaving.abort())
  return done
}

/** Ends every call of this process and waits until it is settled. */
export async function drainShaping({ running }: Pick<WritingToolsPorts, 'running'>): Promise<void> {
  for (const leave of running.values()) leave()
  await Promise.allSettled(running.keys())
}
