import type { LinkedSource, LinkedTurn } from '@atrium/contract'
import { MarkdownView } from '../features/conversation/markdown-view.tsx'
import { dateLocale } from '../lib/text/date-locale.ts'
import { useTranslation } from '../lib/translate.ts'

/** Characters of a passage below an answer. */
const excerptLength = 280

export const LinkedTurns = ({ turns }: { turns: readonly LinkedTurn[] }) =>
  turns.map((turn, index) => <Turn key={turn.askedAt + index} turn={turn} number={index + 1} />)

function Turn({ turn, number }: { turn: LinkedTurn; number: number }) {
  const { t } = useTranslation('linkPage')
  const at = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(turn.askedAt),
  )
  const known = new Set(turn.sources.map((source) => source.number))
  const cite = (numbers: readonly number[]) =>
    numbers.every((one) => known.has(one))
      ? numbers.map((one) => (
          <a
            key={one}
            className="chip"
            href={`#source-${number}-${one}`}
            aria-label={t('source', { number: one })}
          >
            {one}
          </a>
        ))
      : null
  return (
    <article className="turn" aria-label={t('turn', { number })}>
      <div className="question">
        <p className="quiet">
          {turn.authorName ?? t('question')} · <time dateTime={turn.askedAt}>{at}</time>
        </p>
        <p className="words" dir="auto">
          {turn.question || t('erased')}
        </p>
      </div>
      <div className="answer">
        <p className="quiet">
          {turn.modelName ?? t('answer')}
          {turn.sandbox && ` · ${t('sandbox')}`}
        </p>
        <MarkdownView
          text={turn.answer}
          dir="auto"
          headingsBelow={1}
          renderCitation={known.size > 0 ? cite : undefined}
        />
        {turn.state !== 'answered' && <p className="quiet">{t('unfinished')}</p>}
        {turn.leftOutCount > 0 && <p className="quiet">{t('leftOut', { count: turn.leftOutCount })}</p>}
        {turn.sources.length > 0 && <Sources sources={turn.sources} number={number} />}
      </div>
    </article>
  )
}

function Sources({ sources, number }: { sources: readonly LinkedSource[]; number: number }) {
  const { t } = useTranslation('linkPage')
  return (
    <details className="sources">
      <summary>{t('sources', { count: sources.length })}</summary>
      <ol>
        {sources.map((source) => (
          <li key={source.number} id={`source-${number}-${source.number}`} value={source.number} dir="auto">
            <SourceName source={source} />
            {source.excerpt && <p className="quiet">{source.excerpt.slice(0, excerptLength)}</p>}
          </li>
        ))}
      </ol>
    </details>
  )
}

function SourceName({ source: { name, url } }: { source: LinkedSource }) {
  const { t } = useTranslation('linkPage')
  if (name === null) return <span className="quiet">{t('hidden')}</span>
  if (url === null || !/^https?:/i.test(url)) return <bdi>{name}</bdi>
  return (
    <>
      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
        <bdi>{name || url}</bdi>
      </a>{' '}
      <bdi className="quiet">({new URL(url).host})</bdi>
    </>
  )
}
