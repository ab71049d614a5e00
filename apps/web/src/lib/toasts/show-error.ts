import { showToast } from './toasts.ts'
import { translate } from '../translate.ts'

/** Shows an error toast with its own phrase. */
export const showError = (
  phrase:
    | 'chat:stop.failed'
    | 'chat:dictate.failed'
    | 'chat:action.copyFailed'
    | 'chat:composer.roomFiles.failed'
    | 'shaping:customise.failed',
): void => void showToast(translate(phrase), 'bad')
