import type { WebSource } from '@atrium/contract'
import { currentLanguage } from '../../../lib/i18n.ts'

/** Host and date of a web page. */
export function WebPlace({ source: { host, publishedOn } }: { source: WebSource }) {
  return (
    <>
      <bdi>{host}</bdi>
      {publishedOn !== null && <time dateTime={publishedOn}>{dateText(publishedOn)}</time>}
    </>
  )
}

const dateText = (day: string): string =>
  new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
