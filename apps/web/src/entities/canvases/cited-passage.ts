import type { CanvasId } from '@atrium/contract'
import { createStore } from '../../lib/store.ts'

type CitedPassage = { canvasId: CanvasId; sentences: readonly string[] }

/** The sentences that an opened citation is about, most relevant first, until their canvas has shown them. */
export const citedPassage = createStore<CitedPassage | null>(null)
