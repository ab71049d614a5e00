import { type AccountId, AUTO_MODEL_ID, type RoomId, usageKinds } from '@atrium/contract'
import { Button, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { modelsQuery } from '../../entities/models/queries.ts'
import { roomsQuery } from '../../entities/rooms/queries.ts'
import { useTranslation } from '../../lib/translate.ts'
import { oneOf } from '../../lib/text/parse.ts'
import { MemberFilter } from './member-filter.tsx'
import {
  daysOf,
  firstPage,
  isFiltered,
  isPeriodReversed,
  ranges,
  type ReportName,
  type ReportPage,
} from './report-page.ts'
import styles from './reports.module.css'

type UsageFiltersProps = {
  accountId: AccountId
  report: ReportName
  page: ReportPage
  onPage: (page: ReportPage) => void
}

const kindOf = oneOf(...usageKinds)

/** The period and the filters of a report. */
export function UsageFilters({ accountId, report, page, onPage }: UsageFiltersProps) {
  const { t } = useTranslation('reports')
  const { data: rooms } = useQuery(roomsQuery(accountId))
  const { data: models } = useQuery(modelsQuery(accountId, null))
  const change = (changed: Partial<ReportPage>) => onPage({ ...page, ...changed, page: 1 })
  const chooseRange = (value: string | null) => {
    const range = ranges.find((one) => String(one) === value) ?? firstPage(report).range
    // Custom dates start from the shown ones.
    change({ range, ...(range === 'custom' ? daysOf(page) : { from: null, to: null }) })
  }
  const named = <Value extends string>(found: { value: Value; label: string }[], chosen: Value | null) =>
    chosen !== null && !found.some(({ value }) => value === chosen)
      ? [...found, { value: chosen, label: chosen }]
      : found
  return (
    <div role="search" aria-label={t('filter.label')} className={styles.filters}>
      <Select
        label={t('range.label')}
        allowDeselect={false}
        value={String(page.range)}
        onChange={chooseRange}
        data={ranges.map((range) => ({ value: String(range), label: t(`range.${range}`) }))}
      />
      {page.range === 'custom' && (
        <>
          <TextInput
            type="date"
            label={t('filter.from')}
            max={page.to ?? undefined}
            value={page.from ?? ''}
            onChange={(event) => event.currentTarget.value && change({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t('filter.to')}
            min={page.from ?? undefined}
            value={page.to ?? ''}
            error={isPeriodReversed(page) && t('filter.wrongWay')}
            onChange={(event) => event.currentTarget.value && change({ to: event.currentTarget.value })}
          />
        </>
      )}
      {report !== 'history' && (
        <MemberFilter
          key={page.member ?? ''}
          accountId={accountId}
          value={page.member ?? null}
          onChange={(member) => change({ member })}
        />
      )}
      <Select<RoomId>
        label={t('filter.room')}
        placeholder={t('filter.everyRoom')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('filter.everyRoom') }}
        nothingFoundMessage={t('filter.nobody')}
        renderOption={({ option }) => <span dir="auto">{option.label}</span>}
        value={page.room ?? null}
        onChange={(room) => change({ room })}
        data={named(
          (rooms ?? []).map(({ id, name }) => ({ value: id, label: name })),
          page.room ?? null,
        )}
      />
      <Select
        label={t('filter.model')}
        placeholder={t('filter.everyModel')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('filter.everyModel') }}
        nothingFoundMessage={t('filter.nobody')}
        value={page.model}
        onChange={(model) => change({ model })}
        data={named(
          (models ?? []).flatMap(({ modelId, displayName }) =>
            modelId === AUTO_MODEL_ID ? [] : [{ value: modelId, label: displayName }],
          ),
          page.model,
        )}
      />
      <Select
        label={t('filter.kind')}
        placeholder={t('filter.everyKind')}
        clearable
        clearButtonProps={{ 'aria-label': t('filter.everyKind') }}
        value={page.kind ?? null}
        onChange={(kind) => change({ kind: kindOf(kind) })}
        data={usageKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
      />
      {isFiltered(page) && (
        <Button
          variant="subtle"
          color="gray"
          className={styles.clear}
          onClick={() => change({ member: null, room: null, model: null, kind: null })}
        >
          {t('filter.clear')}
        </Button>
      )}
    </div>
  )
}
