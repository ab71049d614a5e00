import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from '../../lib/translate.ts'

type RowMenuProps = { trigger: RefObject<HTMLButtonElement | null>; name: string; children: ReactNode }

/** The action button at the end of a person's row. */
export function RowMenu({ trigger, name, children }: RowMenuProps) {
  const { t } = useTranslation('members')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          ref={trigger}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('row.menu', { name })}
        >
          <IconDots size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
