import { IconChevronDown, IconChevronUp, IconDownload, IconSearch, IconX } from '@tabler/icons-react'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { FileMark } from '@atrium/ui/components/file-mark.tsx'
import { type OpenedSource, openSource } from '../../entities/files/opened-source.ts'
import { placeText } from '../../entities/files/place-text.ts'
import { readFileText } from './source-queries.ts'
import styles from './source-viewer.module.css'

type SourceViewerHeadProps = { opened: OpenedSource; onClose: () => void; onFind: () => void }

/** File name and position, with links to the answer's other sources and to the file. */
export function SourceViewerHead({ opened, onClose, onFind }: SourceViewerHeadProps) {
  const { t } = useTranslation(['sources', 'common'])
  const { fileName, chatId, source, sources } = opened
  const index = sources.findIndex(({ number }) => number === source?.number)
  const step = (by: 1 | -1) => {
    const next = sources[index + by]
    if (next) openSource(next, sources, chatId)
  }
  return (
    <header className={styles.head}>
      <FileMark name={fileName} />
      <div className={styles.title}>
        <h2 className={styles.name} title={fileName}>
          <bdi>{fileName}</bdi>
        </h2>
        {source !== null && (
          <p className={styles.place}>
            {t('viewer.source', { number: source.number })}
            <bdi>{placeText(source.place, t)}</bdi>
          </p>
        )}
      </div>
      <span className={styles.tools}>
        {sources.length > 1 && (
          <>
            <ToolButton
              label={t('viewer.previous')}
              icon={IconChevronUp}
              disabled={index <= 0}
              onClick={() => step(-1)}
            />
            <ToolButton
              label={t('viewer.next')}
              icon={IconChevronDown}
              disabled={index < 0 || index >= sources.length - 1}
              onClick={() => step(1)}
            />
          </>
        )}
        <ToolButton label={t('find')} icon={IconSearch} onClick={onFind} />
        <ToolButton
          label={t('viewer.download')}
          icon={IconDownload}
          onClick={() => void download(opened).catch(() => showToast(t('viewer.gone'), 'bad'))}
        />
        <ToolButton label={t('common:action.close')} icon={IconX} onClick={onClose} />
      </span>
    </header>
  )
}

/** Downloads the file. */
async function download(opened: OpenedSource): Promise<void> {
  const { url } = await readFileText(opened, { from: 0, count: 1 })
  if (url === null) throw new Error('The bytes of the file are gone.')
  location.assign(url)
}
