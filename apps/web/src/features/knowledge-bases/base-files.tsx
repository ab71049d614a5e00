import { type Account, type KnowledgeBase, limits } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { IconFiles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import entry from '../../lib/lists/entry.module.css'
import { FileRow, UploadArea } from '../context-files/index.ts'
import { contextLimitsOf } from '../../entities/files/upload-rules.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { Pages } from '../../lib/lists/pages.tsx'
import { usePage } from '../../lib/lists/use-page.ts'
import { uploadsToBase } from './base-uploads.ts'
import styles from './knowledge-bases.module.css'
import { baseFilesQuery, placeOfBase, removeFromBase } from '../../entities/files/knowledge-bases.ts'

type BaseFilesProps = { account: Account; base: KnowledgeBase }

/** The files of a knowledge base, and for editors the upload. */
export function BaseFiles({ account, base }: BaseFilesProps) {
  const { t } = useTranslation('knowledgeBases')
  const heading = useId()
  return (
    <section className={styles.group} aria-labelledby={heading}>
      <h3 id={heading} className={styles.groupTitle}>
        {t('create.files')}
      </h3>
      {base.mayEdit && <AddFiles account={account} base={base} />}
      <FileList account={account} base={base} />
    </section>
  )
}

function AddFiles({ account, base }: BaseFilesProps) {
  const { t } = useTranslation('knowledgeBases')
  const { data } = useQuery(baseFilesQuery(account.id, base.id, 1))
  const place = placeOfBase(account.id, base)
  const uploads = uploadsToBase(place, base.id, () => void showToast(t('base.add.failed'), 'bad'))
  const use = {
    limits: contextLimitsOf(account.subscriptionPlan),
    // Not all files of a base were uploaded to it.
    count: data?.count ?? 0,
    usedBytes: base.sizeBytes,
    // The server checks names on further pages.
    names: data?.files.map(({ name }) => name) ?? [],
  }
  return <UploadArea uploads={uploads} use={use} />
}

function FileList({ account, base }: BaseFilesProps) {
  const { t } = useTranslation('knowledgeBases')
  const { t: ofFiles } = useTranslation('contextFiles')
  const { page, setPage, follow } = usePage(limits.contextFilePageSize)
  const files = useQuery(baseFilesQuery(account.id, base.id, page))
  const place = placeOfBase(account.id, base)
  if (files.data) follow(files.data.count)
  return (
    <Loaded
      compact
      query={files}
      skeleton={<SkeletonRows count={3} leading="square" label={t('base.files.loading')} />}
      failed={t('base.files.failed')}
    >
      {({ files: shown, count }) =>
        count === 0 ? (
          <EmptyState
            compact
            icon={<IconFiles size={24} stroke={1.5} />}
            title={t('base.files.empty.title')}
            text={t('base.files.empty.text')}
          />
        ) : (
          <>
            <ul className={entry.rows} aria-label={t('base.files')} aria-busy={files.isPlaceholderData}>
              {shown.map((file) => (
                <FileRow
                  key={file.id}
                  place={place}
                  file={file}
                  onDelete={base.mayEdit ? () => removeFromBase(place, base.id, file.id) : undefined}
                />
              ))}
            </ul>
            <Pages
              t={ofFiles}
              page={page}
              count={count}
              pageSize={limits.contextFilePageSize}
              onPage={setPage}
            />
          </>
        )
      }
    </Loaded>
  )
}
