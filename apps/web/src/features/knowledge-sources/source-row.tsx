import { isId, type KnowledgeSource } from '@atrium/contract'
import { Mark } from '@atrium/ui/components/file-mark.tsx'
import { Button } from '@mantine/core'
import {
  IconChevronDown,
  IconExternalLink,
  IconFileText,
  IconMessages,
  IconNotes,
  IconSitemap,
  IconWorld,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { Moment } from '../../lib/moment.tsx'
import { useTranslation } from '../../lib/translate.ts'
import statusStyles from '../context-files/status.module.css'
import { unreadText } from '../../entities/files/unread-text.ts'
import { openDocument } from '../../entities/files/opened-source.ts'
import entry from '../../lib/lists/entry.module.css'
import styles from './knowledge-sources.module.css'
import type { SourcesPlace } from './queries.ts'
import { SourceMenu } from './source-menu.tsx'
import { statusOfSource } from './status-of-source.ts'
import { unfetchedText } from './unfetched-text.ts'

type SourceRowProps = {
  place: SourcesPlace
  source: KnowledgeSource
  mayEdit: boolean
  /** A page of a sitemap, which is fetched when the sitemap is. */
  isPart: boolean
  /** The list of its pages, for when it is opened. */
  pages: ReactNode
}

const icons = {
  text: IconFileText,
  page: IconWorld,
  sitemap: IconSitemap,
  canvas: IconNotes,
  chat: IconMessages,
}

/** One text, page or sitemap: its progress, when it was fetched, and of a sitemap its pages. */
export function SourceRow({ place, source, mayEdit, isPart, pages }: SourceRowProps) {
  const { t } = useTranslation('knowledgeSources')
  const Icon = icons[source.kind]
  const pagesId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <Mark>
          <Icon size={18} stroke={1.6} />
        </Mark>
        <div className={entry.words}>
          <SourceName source={source} />
          <SourceFacts source={source} isPart={isPart} />
          <Trouble source={source} />
          {source.pages !== null && source.pages.total > 0 && (
            <Button
              className={styles.toggle ?? ''}
              size="compact-xs"
              variant="subtle"
              aria-expanded={isOpen}
              aria-controls={pagesId}
              rightSection={<IconChevronDown size={14} stroke={1.8} aria-hidden="true" />}
              onClick={() => setOpen(!isOpen)}
            >
              {t('pages.show', { count: source.pages.total })}
            </Button>
          )}
        </div>
        {mayEdit && <SourceMenu place={place} source={source} isPart={isPart} />}
      </div>
      {isOpen && (
        <div id={pagesId} className={styles.pages}>
          {pages}
        </div>
      )}
    </li>
  )
}

/** A click opens its text beside the page, once there is one. */
function SourceName({ source: { title, fileId } }: { source: KnowledgeSource }) {
  const { t } = useTranslation('knowledgeSources')
  const name = (
    <bdi className={entry.name} title={title}>
      {title}
    </bdi>
  )
  if (fileId === null) return name
  return (
    <button
      type="button"
      className={entry.open}
      aria-label={t('read', { name: title })}
      onClick={() => openDocument(fileId, title)}
    >
      {name}
    </button>
  )
}

function SourceAddress({ url, title }: { url: string; title: string }) {
  const { t } = useTranslation('knowledgeSources')
  const { host } = new URL(url)
  return (
    <a
      className={styles.link}
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={t('open', { name: title, host })}
    >
      <bdi className={styles.address} dir="ltr">
        {host}
      </bdi>
      <IconExternalLink size={13} stroke={1.8} aria-hidden="true" />
    </a>
  )
}

/** A link to the canvas or chat. */
function SourceOrigin({ source: { originId, title } }: { source: KnowledgeSource }) {
  const { t } = useTranslation('knowledgeSources')
  if (originId === null) return null
  const label = t('document.open', { name: title })
  return isId('canvas', originId) ? (
    <Link className={styles.link} to="/canvas/$canvasId" params={{ canvasId: originId }} aria-label={label}>
      {t('document.canvas')}
    </Link>
  ) : (
    <Link className={styles.link} to="/chat/$chatId" params={{ chatId: originId }} aria-label={label}>
      {t('document.chat')}
    </Link>
  )
}

function SourceFacts({ source, isPart }: Pick<SourceRowProps, 'source' | 'isPart'>) {
  const { t } = useTranslation('knowledgeSources')
  const fetchStatus = statusOfSource(source)
  return (
    <p className={entry.facts}>
      <span className={statusStyles.badge} data-status={fetchStatus}>
        {t(`status.${fetchStatus}`)}
      </span>
      {source.url !== null && <SourceAddress url={source.url} title={source.title} />}
      <SourceOrigin source={source} />
      {source.fetchedAt !== null && (
        <span>
          {t('fetched')} <Moment at={source.fetchedAt} />
        </span>
      )}
      {source.url !== null && !isPart && <span>{t(`refresh.${source.refresh}`)}</span>}
      {source.pages !== null && source.pages.failed > 0 && (
        <span className={styles.failed}>{t('pages.failed', { count: source.pages.failed })}</span>
      )}
    </p>
  )
}

/** Why it was not fetched or read, and which version is used meanwhile. */
function Trouble({ source }: { source: KnowledgeSource }) {
  const { t } = useTranslation('knowledgeSources')
  const { t: ofFiles } = useTranslation('sources')
  const fetchStatus = statusOfSource(source)
  if (fetchStatus !== 'failed' && fetchStatus !== 'gone') return null
  const reason =
    source.status === 'READY'
      ? unreadText(source.state?.problem ?? 'INTERNAL', ofFiles)
      : source.originId !== null && source.status === 'GONE'
        ? t('problem.unshared')
        : unfetchedText(source.status === 'GONE' ? 'GONE' : (source.problem ?? 'INTERNAL'), t)
  const hasText = source.fileId !== null && source.status !== 'READY'
  return (
    <p className={statusStyles.unread}>
      {reason} {hasText && t('problem.lastText')}
    </p>
  )
}
