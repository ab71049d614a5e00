import { ApiError } from '../../lib/api/api-error.ts'
import { createStore } from '../../lib/store.ts'

/** The next step of a sign-in, with its ticket; known only to this page. */
export type SignInStep =
  | { kind: 'second-factor'; ticket: string }
  | { kind: 'undo-deletion'; ticket: string; eraseAt: string }

export const signInStep = createStore<SignInStep | null>(null)

/** Takes the step that a sign-in was answered with; false for every other failure. The sign-in page then shows it. */
export function takeSignInStep(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { ticket, eraseAt } = error.details
  if (error.code === 'SECOND_FACTOR_NEEDED') signInStep.set({ kind: 'second-factor', ticket: String(ticket) })
  else if (error.code === 'USER_BEING_DELETED')
    signInStep.set({ kind: 'undo-deletion', ticket: String(ticket), eraseAt: String(eraseAt) })
  else return false
  return true
}
