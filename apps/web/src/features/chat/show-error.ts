import i18next from 'i18next'
import { errorText } from '../../lib/error-text.ts'
import { showToast } from '../../lib/toasts.ts'

/** Tells in passing that something did not work, by a phrase of its own. */
export const showError = (
  phrase: 'chat:stop.failed' | 'chat:dictate.failed' | 'chat:action.copyFailed' | 'shaping:customise.failed',
): void => void showToast(i18next.t(phrase), 'bad')

/** Tells in passing why a call failed. */
export const showFailure = (error: unknown): void => void showToast(errorText(error), 'bad')
