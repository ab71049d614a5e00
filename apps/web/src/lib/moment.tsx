import { relativeTime, relativeTimeText } from '@atrium/ui'
import { useEffect, useState } from 'react'
import { dateLocale } from './text/date-locale.ts'
import { useTranslation } from './translate.ts'

/** A relative time, kept up to date; the exact time in its title. */
export function Moment({ at }: { at: string }) {
  const { t } = useTranslation('history')
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  const moment = new Date(at)
  const language = dateLocale()
  const text = relativeTimeText(relativeTime(moment, now, language), (time) => {
    switch (time.key) {
      case 'justNow':
        return t('time.justNow')
      case 'minutesAgo':
        return t('time.minutesAgo', { count: time.count })
      case 'hoursAgo':
        return t('time.hoursAgo', { count: time.count })
      case 'yesterdayAt':
        return t('time.yesterdayAt', { time: time.time })
    }
  })
  return (
    <time
      dateTime={at}
      title={new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }).format(moment)}
    >
      {text}
    </time>
  )
}
