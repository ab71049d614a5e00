import { Link } from '@tanstack/react-router'
import { loadPhrases } from '../../lib/phrases.ts'
import { showActionToast } from '../../lib/toasts/toasts.ts'
import { translate } from '../../lib/translate.ts'

/** Reports that agent jobs have ended in other chats, with a link to the history (HIST-03). */
export async function jobsEndedToast(): Promise<void> {
  await loadPhrases('agentJobs')
  void showActionToast('jobs-ended', translate('agentJobs:updates.text'), {
    label: translate('agentJobs:updates.link'),
    renderRoot: (props) => <Link {...props} to="/chat-history/$source" params={{ source: 'all' }} />,
  })
}

/** Reports that a run of a schedule failed, with a link to the schedules. */
export async function scheduleFailedToast(): Promise<void> {
  await loadPhrases('schedules')
  void showActionToast('schedule-failed', translate('schedules:failure.text'), {
    label: translate('schedules:failure.open'),
    renderRoot: (props) => <Link {...props} to="/chat-history/jobs" search={{ state: 'scheduled' }} />,
  })
}
