import { type FileToExpect, type KnowledgeInsights, limits } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import type { RoomPlace } from '../../entities/files/context-files.ts'
import { unreadText } from '../../entities/files/unread-text.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { askAgain } from './ask-again.ts'
import styles from './knowledge-check.module.css'
import { checkChanges, insightsQuery } from './queries.ts'

/** Insights into the room's knowledge: three lists, each entry with one action. */
export function Insights({ place }: { place: RoomPlace }) {
  const { t } = useTranslation('knowledgeCheck')
  const insights = useQuery(insightsQuery(place))
  return (
    <section className={styles.section} aria-labelledby="check-insights">
      <h2 id="check-insights" className={styles.sectionTitle}>
        {t('insights.title')}
      </h2>
      <p className={styles.quiet}>{t('insights.text', { days: limits.insightDays })}</p>
      <Loaded
        compact
        query={insights}
        skeleton={<SkeletonRows count={4} label={t('loading')} />}
        failed={t('failed')}
      >
        {(found) => (
          <div className={styles.insights}>
            <FoundNothing place={place} insights={found} />
            <NeverCited place={place} insights={found} />
            <Failed place={place} insights={found} />
          </div>
        )}
      </Loaded>
    </section>
  )
}

type ListProps = { place: RoomPlace; insights: KnowledgeInsights }

function FoundNothing({ place, insights: { foundNothing, hiddenCount } }: ListProps) {
  const { t } = useTranslation('knowledgeCheck')
  const navigate = useNavigate()
  const ask = (question: string) => {
    askAgain(place, question)
    void navigate({ to: '/chat/$chatId', params: { chatId: 'new' } })
  }
  return (
    <Part name="nothing" text={t('nothing.text')} isEmpty={foundNothing.length === 0}>
      {foundNothing.map(({ question, askedAt }) => (
        <Entry
          key={question}
          title={question}
          facts={<time dateTime={askedAt}>{day(askedAt)}</time>}
          action={
            <Button
              size="xs"
              variant="default"
              aria-label={t('nothing.askOf', { question })}
              onClick={() => ask(question)}
            >
              {t('nothing.ask')}
            </Button>
          }
        />
      ))}
      {hiddenCount > 0 && <li className={styles.quiet}>{t('nothing.untold', { number: hiddenCount })}</li>}
    </Part>
  )
}

function NeverCited({ place, insights: { neverCited } }: ListProps) {
  const { t } = useTranslation('knowledgeCheck')
  return (
    <Part name="uncited" isEmpty={neverCited.length === 0}>
      {neverCited.map((file) => (
        <Entry
          key={file.id}
          title={file.name}
          facts={`${whereOf(file, t('context'))} · ${t('uncited.added', { date: day(file.addedAt) })}`}
          action={
            <Button
              size="xs"
              variant="default"
              aria-label={t('uncited.openOf', { file: file.name })}
              renderRoot={(props) =>
                file.base ? (
                  <Link
                    to="/knowledge-bases/$id"
                    params={{ id: place.roomId }}
                    search={{ base: file.base.id }}
                    {...props}
                  />
                ) : (
                  <Link to="/room-and-members" {...props} />
                )
              }
            >
              {t('uncited.open')}
            </Button>
          }
        />
      ))}
    </Part>
  )
}

function Failed({ place, insights: { failed } }: ListProps) {
  const { t } = useTranslation('knowledgeCheck')
  const { t: ofFiles } = useTranslation('sources')
  const [retried, setRetried] = useState<string | null>(null)
  const retry = async ({ id, name }: FileToExpect) => {
    setRetried(id)
    await showOutcome(checkChanges(place).retry(id), t('done.retried', { file: name }))
    setRetried(null)
  }
  return (
    <Part name="broken" isEmpty={failed.length === 0}>
      {failed.map((file) => (
        <Entry
          key={file.id}
          title={file.name}
          facts={`${whereOf(file, t('context'))} · ${unreadText(file.state.problem ?? 'INTERNAL', ofFiles)}`}
          action={
            <Button
              size="xs"
              variant="default"
              loading={retried === file.id}
              aria-label={t('broken.retryOf', { file: file.name })}
              onClick={() => void retry(file)}
            >
              {t('broken.retry')}
            </Button>
          }
        />
      ))}
    </Part>
  )
}

type PartProps = {
  name: 'nothing' | 'uncited' | 'broken'
  text?: string
  isEmpty: boolean
  /** Entries, or a note for an empty list. */
  children: ReactNode
}

function Part({ name, text, isEmpty, children }: PartProps) {
  const { t } = useTranslation('knowledgeCheck')
  return (
    <div>
      <h3 id={`check-${name}`} className={styles.partTitle}>
        {t(`${name}.title`)}
      </h3>
      {text && <p className={styles.quiet}>{text}</p>}
      {isEmpty && <p className={styles.quiet}>{t(`${name}.empty`)}</p>}
      <ul className={styles.list} aria-labelledby={`check-${name}`}>
        {children}
      </ul>
    </div>
  )
}

function Entry({ title, facts, action }: { title: string; facts: ReactNode; action: ReactNode }) {
  return (
    <li className={styles.item}>
      <div className={styles.itemWords}>
        <p className={styles.itemTitle} dir="auto">
          {title}
        </p>
        <p className={styles.itemFacts}>{facts}</p>
      </div>
      {action}
    </li>
  )
}

const whereOf = ({ base }: FileToExpect, context: string): string => base?.name ?? context

const day = (at: string): string =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium' }).format(new Date(at))
