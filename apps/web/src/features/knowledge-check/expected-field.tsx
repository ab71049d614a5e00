import { type FileId, type FileToExpect, limits } from '@atrium/contract'
import { MultiSelect, NumberInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import type { RoomPlace } from '../../entities/files/context-files.ts'
import styles from './knowledge-check.module.css'
import { filesQuery } from './queries.ts'

export type ExpectedFile = { fileId: FileId; fileName: string; page: number | null }

type ExpectedFieldProps = {
  place: RoomPlace
  value: ExpectedFile[]
  onChange: (expected: ExpectedFile[]) => void
}

/** Chooses files of the room's context and bases, and for each, where it matters, a page. */
export function ExpectedField({ place, value, onChange }: ExpectedFieldProps) {
  const { t } = useTranslation('knowledgeCheck')
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), limits.memberSearchDebounceMs)
  const files = useQuery(filesQuery(place, asked))
  const choose = (fileIds: string[]) => {
    const known = new Map(files.data?.map(({ id, name }) => [id, name]))
    onChange(
      fileIds.flatMap((id) => {
        const chosen = value.find(({ fileId }) => fileId === id)
        const found = files.data?.find((file) => file.id === id)
        return (
          chosen ?? (found ? [{ fileId: found.id, fileName: known.get(found.id) ?? '', page: null }] : [])
        )
      }),
    )
  }
  return (
    <>
      <MultiSelect
        label={t('dialog.files')}
        description={t('dialog.files.text')}
        placeholder={t('dialog.files.search')}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        maxValues={limits.maxExpectedFiles}
        // The server has searched; selected files stay in the list, so that their names are known.
        filter={({ options }) => options}
        data={optionsOf(files.data ?? [], value, t('context'))}
        value={value.map(({ fileId }) => fileId)}
        nothingFoundMessage={files.isPending ? t('loading') : t('dialog.files.none')}
        error={files.isError ? errorText(files.error) : null}
        comboboxProps={{ withinPortal: true }}
        onChange={choose}
      />
      {value.length > 0 && (
        <div className={styles.pages}>
          {value.map((file) => (
            <NumberInput
              key={file.fileId}
              label={t('dialog.page', { file: file.fileName })}
              description={t('dialog.page.text')}
              min={1}
              max={1_000_000}
              allowDecimal={false}
              allowNegative={false}
              value={file.page ?? ''}
              onChange={(page) =>
                onChange(
                  value.map((one) =>
                    one.fileId === file.fileId ? { ...one, page: page === '' ? null : Number(page) } : one,
                  ),
                )
              }
            />
          ))}
        </div>
      )}
    </>
  )
}

/** Grouped by context or base, including selected files that the search did not return. */
function optionsOf(files: readonly FileToExpect[], chosen: readonly ExpectedFile[], context: string) {
  const others = chosen.filter(({ fileId }) => files.every(({ id }) => id !== fileId))
  const groups = Map.groupBy(files, ({ base }) => base?.id ?? null)
  return [
    ...[...groups.values()].map((group) => ({
      group: group[0]?.base?.name ?? context,
      items: group.map(({ id, name }) => ({ value: id as string, label: name })),
    })),
    ...others.map(({ fileId, fileName }) => ({ value: fileId as string, label: fileName })),
  ]
}
