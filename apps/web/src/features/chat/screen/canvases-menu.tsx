import type { CanvasId } from '@atrium/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../lib/translate.ts'

/** A menu of canvases, each of which opens beside its chat. */
export function CanvasesMenu({ canvases }: { canvases: readonly { canvasId: CanvasId; title: string }[] }) {
  const { t } = useTranslation('longChat')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('canvases.open')}
          data-hint={t('canvases.open')}
        >
          <IconFileText size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canvases.map(({ canvasId, title }) => (
          <Menu.Item
            key={canvasId}
            renderRoot={(link) => (
              <Link {...link} to="/canvas/$canvasId" params={{ canvasId }} search={{ chat: true }} />
            )}
          >
            <span dir="auto">{title}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
