import { limits, type ScheduleRule } from '@atrium/contract'

/** Titles the chat of a run: by the schedule and the local day. */
export function chatTitleOf({
  title,
  dueAt,
  language,
  rule: { timeZone },
}: {
  title: string
  dueAt: Date
  language: string
  rule: Pick<ScheduleRule, 'timeZone'>
}): string {
  const day = ` · ${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }).format(dueAt)}`
  const letters = [...title]
  const max = limits.chatTitleCharacters - day.length
  return (letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : title) + day
}
