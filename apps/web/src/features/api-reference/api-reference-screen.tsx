import { SkeletonRows } from '@atrium/ui'
import { Screen, ScreenHead } from '@atrium/ui/lists/screen.tsx'
import { Button, TextInput } from '@mantine/core'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import type { ApiDocument } from './api-document.ts'
import styles from './api-reference.module.css'
import { CallDetails } from './call-details.tsx'
import { apiDocumentQuery } from './queries.ts'
import { findCalls, readReference } from './read-reference.ts'

/** Every call of this server, to read and to search. */
export function ApiReferenceScreen() {
  const { t } = useTranslation('reference')
  const document = useQuery(apiDocumentQuery)
  return (
    <Screen>
      <ScreenHead
        title={t('title')}
        action={
          document.data && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => saveDocument(document.data)}
            >
              {t('download')}
            </Button>
          )
        }
      >
        <p className={styles.text}>{t('text')}</p>
      </ScreenHead>
      <Loaded
        query={document}
        skeleton={<SkeletonRows count={10} label={t('loading')} />}
        failed={t('failed.title')}
      >
        {(loaded) => <Calls document={loaded} />}
      </Loaded>
    </Screen>
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
