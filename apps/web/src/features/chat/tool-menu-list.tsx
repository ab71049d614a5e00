import { Menu } from '@mantine/core'
import { AskedMenu } from './asked-menu.tsx'
import type { AskedMenu as Asked } from './menu-on-demand.ts'
import type { ToolMenuItem } from './tool-menu.tsx'

/** What a tool's menu offers. */
export function ToolMenuList({ menu, items }: { menu: Asked; items: readonly ToolMenuItem[] }) {
  return (
    <AskedMenu menu={menu} position="bottom-start">
      {items.map(({ label, icon: Icon, onClick }) => (
        <Menu.Item key={label} leftSection={<Icon size={16} stroke={1.7} />} onClick={onClick}>
          {label}
        </Menu.Item>
      ))}
    </AskedMenu>
  )
}
