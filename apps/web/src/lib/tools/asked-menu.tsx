import { Menu, type MenuProps } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { StandIn } from './stand-in.tsx'
import { isFocusTaken } from './focus-taken.ts'
import type { AskedMenu as Asked } from './menu-on-demand.ts'

type AskedMenuProps = {
  menu: Asked
  position: NonNullable<MenuProps['position']>
  /** Its `Menu.Item`s. */ children: ReactNode
}

/** The menu of a button elsewhere; opens once loaded. */
export function AskedMenu({ menu, position, children }: AskedMenuProps) {
  const { id, button, isOpen, onChange, onMade } = menu
  useEffect(onMade, [onMade])
  return (
    <Menu id={id} position={position} opened={isOpen} onChange={onChange} returnFocus={!isFocusTaken()}>
      <Menu.Target>
        <StandIn for={button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
