import { ApiError } from '../../lib/api/api-error.ts'
import { createStore } from '../../lib/store.ts'

/** The next step of a sign-in, with its ticket; known only to this page. */
export type SignInStep =
  | { kind: 'second-factor'; ticket: string }
  | { kind: 'undo-deletion'; ticket: string; eraseAt: string }

export const signInStep = createStore<SignInStep | null>(null)

/** Stores the step that a refused sign-in still needs, for the sign-in page to show; false for every other failure. */
export function takeSignInStep(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { ticket, eraseAt } = error.details
  if (error.code === 'SECOND_FACTOR_NEEDED') signInStep.set({ kind: 'second-factor', ticket: String(ticket) })
  else if (error.code === 'USER_BEING_DELETED')
    signInStep.set({ kind: 'undo-deletion', ticket: String(ticket), eraseAt: String(eraseAt) })
  else return false
  return true
}
