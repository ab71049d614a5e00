import type { PromptHit } from '@atrium/contract'
import { createStore } from '../../lib/store.ts'

/** A template that a person chose outside the composer; the composer on screen, or the next one, takes it. */
export const templateToUse = createStore<PromptHit | null>(null)

let composers = 0

/** Whether a composer is on screen to take a template. */
export const hasComposer = (): boolean => composers > 0

/** Registers a composer on screen; returns how to remove it. */
export function registerComposer(): () => void {
  composers += 1
  return () => {
    composers -= 1
  }
}
