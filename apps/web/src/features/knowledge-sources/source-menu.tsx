import type { KnowledgeSource } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { Menu } from '@mantine/core'
import { IconCalendarRepeat, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { OptionsMenu } from '../../lib/tools/options-menu.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { refreshSource, removeSource, type SourcesPlace } from './queries.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { TextDialog } from './text-dialog.tsx'

type SourceMenuProps = { place: SourcesPlace; source: KnowledgeSource; isPart: boolean }
type Open = 'text' | 'schedule' | 'removal' | null

/** Actions for a source, for the base's editors. */
export function SourceMenu({ place, source, isPart }: SourceMenuProps) {
  const { t } = useTranslation('knowledgeSources')
  const [open, setOpen] = useState<Open>(null)
  const name = source.title
  const refresh = () =>
    refreshSource(place, source.id).then(
      () => showToast(t('refresh.done', { name })),
      (error: unknown) => showToast(errorText(error), 'bad'),
    )
  return (
    <>
      <OptionsMenu label={t('menu', { name })}>
        {source.kind === 'text' ? (
          <Menu.Item leftSection={<IconPencil size={17} stroke={1.6} />} onClick={() => setOpen('text')}>
            {t('text.edit')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconRefresh size={17} stroke={1.6} />} onClick={() => void refresh()}>
            {t('refresh.now')}
          </Menu.Item>
        )}
        {source.url !== null && !isPart && (
          <Menu.Item
            leftSection={<IconCalendarRepeat size={17} stroke={1.6} />}
            onClick={() => setOpen('schedule')}
          >
            {t('refresh.change')}
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={17} stroke={1.6} />}
          onClick={() => setOpen('removal')}
        >
          {t('remove.action')}
        </Menu.Item>
      </OptionsMenu>
      {open === 'text' && <TextDialog place={place} source={source} onClose={() => setOpen(null)} />}
      {open === 'schedule' && <ScheduleDialog place={place} source={source} onClose={() => setOpen(null)} />}
      <Removal place={place} source={source} isAsking={open === 'removal'} onClose={() => setOpen(null)} />
    </>
  )
}

type RemovalProps = Omit<SourceMenuProps, 'isPart'> & { isAsking: boolean; onClose: () => void }

/** Confirms removing a source with its text from the base. */
function Removal({ place, source, isAsking, onClose }: RemovalProps) {
  const { t } = useTranslation(['knowledgeSources', 'common'])
  const name = source.title
  const remove = () =>
    removeSource(place, source.id).then(
      () => showToast(t('remove.done', { name }), 'good'),
      (error: unknown) => showToast(errorText(error), 'bad'),
    )
  return (
    <ConfirmDialog
      opened={isAsking}
      title={t('remove.title', { name })}
      confirmLabel={t('remove.action')}
      cancelLabel={t('common:action.cancel')}
      tone="danger"
      onConfirm={remove}
      onClose={onClose}
    >
      {source.kind === 'sitemap' ? t('remove.text.sitemap') : t('remove.text')}
    </ConfirmDialog>
  )
}
