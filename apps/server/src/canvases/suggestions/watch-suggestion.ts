import { includesAccess, type ShapingId } from '@atrium/contract'
import { inSystem } from '../../platform/database/index.ts'
import { isStopRequested, type WritingToolsPorts } from '../../writing-tools/index.ts'
import { accessOf, type AtCanvas } from '../access.ts'

const everyMs = 500

/** Twice a second while a suggestion is written: calls back when its writer stops it, or may no longer edit the canvas. */
export function watchSuggestion(
  { database, log }: Pick<WritingToolsPorts, 'database' | 'log'>,
  at: AtCanvas & { shapingId: ShapingId },
  leave: (reason: 'stopped' | 'refused') => void,
): { stop(): void } {
  let isChecking = false
  const check = async () => {
    if (isChecking) return
    isChecking = true
    try {
      await inSystem(database, async (trx) => {
        const [allowed] = await accessOf(trx, [at])
        if (!allowed || !includesAccess(allowed.access, 'edit')) leave('refused')
        else if (await isStopRequested(trx, at)) leave('stopped')
      })
    } catch (error) {
      log.warn({ event: 'access.check_failed', err: error }, 'Could not check a suggestion; retrying')
    } finally {
      isChecking = false
    }
  }
  const timer = setInterval(() => void check(), everyMs).unref()
  return { stop: () => clearInterval(timer) }
}
