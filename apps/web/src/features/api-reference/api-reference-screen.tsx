import { ErrorState, SkeletonRows } from '@atrium/ui'
import { Button, TextInput } from '@mantine/core'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorDetail } from '../../lib/text/error-text.ts'
import type { ApiDocument } from './api-document.ts'
import styles from './api-reference.module.css'
import { CallDetails } from './call-details.tsx'
import { apiDocumentQuery } from './queries.ts'
import { findCalls, readReference } from './read-reference.ts'

/** Every call of this server, to read and to search. */
export function ApiReferenceScreen() {
  const { t } = useTranslation(['reference', 'common'])
  const document = useQuery(apiDocumentQuery)
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>{t('title')}</h1>
          <p className={styles.text}>{t('text')}</p>
        </div>
        {document.data && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveDocument(document.data)}
          >
            {t('download')}
          </Button>
        )}
      </header>
      {document.isPending && <SkeletonRows count={10} label={t('loading')} />}
      {document.isError && (
        <ErrorState
          title={t('failed.title')}
          text={errorDetail(document.error)}
          action={
            <Button variant="default" loading={document.isFetching} onClick={() => void document.refetch()}>
              {t('common:action.tryAgain')}
            </Button>
          }
        />
      )}
      {document.data && <Calls document={document.data} />}
    </div>
  )
}

function Calls({ document }: { document: ApiDocument }) {
  const { t } = useTranslation('reference')
  const [text, setText] = useState('')
  const groups = findCalls(readReference(document), text)
  const count = groups.reduce((sum, { calls }) => sum + calls.length, 0)
  return (
    <>
      <TextInput
        className={styles.search}
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className={styles.count} role="status">
        {count === 0 ? t('none', { text: text.trim() }) : t('count', { count })}
      </p>
      {groups.map(({ path, calls }) => (
        <section key={path} aria-label={path} className={styles.group}>
          <h2 className={styles.groupTitle} dir="ltr">
            {path}
          </h2>
          {calls.map((call) => (
            <CallDetails key={call.name} call={call} />
          ))}
        </section>
      ))}
    </>
  )
}

/** Downloads the document for OpenAPI tools. */
function saveDocument(content: ApiDocument): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
  )
  const link = Object.assign(document.createElement('a'), { href: address, download: 'atrium-openapi.json' })
  link.click()
  URL.revokeObjectURL(address)
}
