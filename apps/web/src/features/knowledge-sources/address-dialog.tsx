import { isWebAddress, limits, type RefreshInterval } from '@atrium/contract'
import { NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { addSource, type SourcesPlace } from './queries.ts'
import { RefreshChoice } from './refresh-choice.tsx'
import { SourceForm } from './source-form.tsx'

type AddressDialogProps = { place: SourcesPlace; kind: 'page' | 'sitemap'; onClose: () => void }

const pagesAtFirst = 100

/** The address of a page or a sitemap, and how often it is fetched. */
export function AddressDialog({ place, kind, onClose }: AddressDialogProps) {
  const { t } = useTranslation('knowledgeSources')
  const [typed, setTyped] = useState('')
  const [most, setMost] = useState<number | null>(pagesAtFirst)
  const [refresh, setRefresh] = useState<RefreshInterval>('never')
  const url = withScheme(typed)
  const needsUrl = t('address.needsUrl')
  const urlProblem = isWebAddress(url) ? '' : needsUrl
  const isCounted = most !== null && most >= 1 && most <= limits.sitemapPagesMost
  const needsMost = t('address.needsMost', { most: limits.sitemapPagesMost })
  const maxProblem = isCounted ? '' : needsMost
  return (
    <SourceForm
      title={t(`add.${kind}`)}
      submit={t('add')}
      problem={urlProblem || (kind === 'sitemap' ? maxProblem : '')}
      onSubmit={() =>
        addSource(
          place,
          kind === 'page' ? { kind, url, refresh } : { kind, url, refresh, most: most ?? pagesAtFirst },
        )
      }
      onClose={onClose}
    >
      {(isTried) => (
        <>
          <TextInput
            type="url"
            inputMode="url"
            dir="ltr"
            data-autofocus
            withAsterisk
            autoComplete="off"
            label={t('address.url')}
            description={t(`address.${kind}.hint`)}
            placeholder={kind === 'page' ? 'https://example.com/page' : 'https://example.com/sitemap.xml'}
            maxLength={limits.sourceUrlCharacters}
            value={typed}
            error={isTried && urlProblem}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {kind === 'sitemap' && (
            <NumberInput
              label={t('address.most')}
              description={t('address.most.hint', { most: limits.sitemapPagesMost })}
              min={1}
              max={limits.sitemapPagesMost}
              clampBehavior="none"
              allowDecimal={false}
              allowNegative={false}
              value={most ?? ''}
              error={isTried && maxProblem}
              onChange={(value) => setMost(typeof value === 'number' ? value : null)}
            />
          )}
          <RefreshChoice refresh={refresh} onChange={setRefresh} />
        </>
      )}
    </SourceForm>
  )
}

/** As in a browser's address bar: adds a missing scheme. */
const withScheme = (typed: string) => {
  const text = typed.trim()
  return /^[a-z][a-z\d+.-]*:/i.test(text) || text === '' ? text : `https://${text}`
}
