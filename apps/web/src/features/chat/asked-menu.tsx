import { Menu, type MenuProps } from '@mantine/core'
import { type ReactNode, type Ref, type RefObject, useEffect, useLayoutEffect } from 'react'
import type { AskedMenu as Asked } from './menu-on-demand.ts'

type AskedMenuProps = {
  menu: Asked
  position: NonNullable<MenuProps['position']>
  /** Its `Menu.Item`s. */ children: ReactNode
}

/** The menu of a button that stands somewhere else; it opens as soon as it has come. */
export function AskedMenu({ menu, position, children }: AskedMenuProps) {
  const { id, button, isOpen, onChange, onMade } = menu
  useEffect(onMade, [onMade])
  return (
    <Menu id={id} position={position} opened={isOpen} onChange={onChange}>
      <Menu.Target>
        <Stand for={button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

/** Hands the menu a button that is there already. */
function Stand({ for: button, ref }: { for: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(button.current)
    else if (ref) ref.current = button.current
  }, [button, ref])
  return null
}
