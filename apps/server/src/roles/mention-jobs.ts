import { mailMentions, type MentionMailPorts } from '../chats/index.ts'
import { defineJob, type Queue } from '../platform/queue.ts'

const mailMentionsOfTheDay = defineJob<object>('mail-mentions', { retryLimit: 3, timeoutSeconds: 600 })

export const mentionJobs = [mailMentionsOfTheDay]

const everyTenMinutes = '*/10 * * * *'

/** Mails people in their morning who named them: by whichever node takes the job. */
export async function workMentionJobs({
  queue,
  ...ports
}: MentionMailPorts & { queue: Queue }): Promise<void> {
  await queue.work(mailMentionsOfTheDay, async () => void (await mailMentions(ports)))
  await queue.schedule(mailMentionsOfTheDay, everyTenMinutes)
}
