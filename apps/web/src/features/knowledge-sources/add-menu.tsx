import { Button, Menu } from '@mantine/core'
import { IconFileText, IconPlus, IconSitemap, IconWorld } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { AddressDialog } from './address-dialog.tsx'
import type { SourcesPlace } from './queries.ts'
import { TextDialog } from './text-dialog.tsx'

const kinds = [
  { kind: 'text', Icon: IconFileText },
  { kind: 'page', Icon: IconWorld },
  { kind: 'sitemap', Icon: IconSitemap },
] as const

/** Ways to add sources other than files. */
export function AddMenu({ place }: { place: SourcesPlace }) {
  const { t } = useTranslation('knowledgeSources')
  const [adding, setAdding] = useState<(typeof kinds)[number]['kind'] | null>(null)
  const close = () => setAdding(null)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
          >
            {t('add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map(({ kind, Icon }) => (
            <Menu.Item
              key={kind}
              leftSection={<Icon size={17} stroke={1.6} aria-hidden="true" />}
              onClick={() => setAdding(kind)}
            >
              {t(`add.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {adding === 'text' && <TextDialog place={place} onClose={close} />}
      {(adding === 'page' || adding === 'sitemap') && (
        <AddressDialog place={place} kind={adding} onClose={close} />
      )}
    </>
  )
}
