import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'

type OptionsMenuProps = {
  /** Name of the button. */
  label: string
  /** Width and height of the button, in pixels. */
  size?: number
  trigger?: RefObject<HTMLButtonElement | null>
  /** The menu's items. */
  children: ReactNode
}

/** The button at the end of a row that opens a menu of actions. */
export const OptionsMenu = ({ label, size = 32, trigger, children }: OptionsMenuProps) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon ref={trigger} variant="subtle" color="gray" size={size} aria-label={label}>
        <IconDots size={18} stroke={1.7} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
