import { errorText } from '../text/error-text.ts'
import { showToast } from './toasts.ts'

/** Shows a toast with the reason of a failed call. */
export const showFailure = (error: unknown): void => void showToast(errorText(error), 'bad')
