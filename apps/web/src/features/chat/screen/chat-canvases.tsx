import type { AccountId, ChatId } from '@atrium/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { canvasesOfChatQuery } from '../../../entities/canvases/canvases.ts'
import { useTranslation } from '../../../lib/translate.ts'

/** The canvases of a chat; nothing for a chat without one. */
export function ChatCanvases({ accountId, chatId }: { accountId: AccountId; chatId: ChatId }) {
  const { t } = useTranslation('longChat')
  const { data: canvases = [] } = useQuery(canvasesOfChatQuery(accountId, chatId))
  if (canvases.length === 0) return null
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
