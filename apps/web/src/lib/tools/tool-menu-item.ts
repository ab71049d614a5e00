import type { IconCopy } from '@tabler/icons-react'

export type ToolMenuItem = {
  label: string
  icon: typeof IconCopy
  onClick: () => void
  /** For an option that is on or off. */
  checked?: boolean
}
