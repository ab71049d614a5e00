import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'

type OptionsMenuProps = {
  trigger: RefObject<HTMLButtonElement | null>
  label: string
  children: ReactNode
}

/** The button at the end of a row that opens its actions. */
export function OptionsMenu({ trigger, label, children }: OptionsMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={trigger} variant="subtle" color="gray" size={44} aria-label={label}>
          <IconDots size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
