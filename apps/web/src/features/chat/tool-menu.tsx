import { Menu } from '@mantine/core'
import type { IconCopy } from '@tabler/icons-react'
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ToolButton } from './tool-button.tsx'

type ToolMenuProps = {
  label: string
  icon: typeof IconCopy
  /** Its `Menu.Item`s. */ children: ReactNode
}

/** A tool that opens a menu, which is made when it is first asked for: a long chat has two of them below every answer. */
export function ToolMenu({ label, icon, children }: ToolMenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isMade, setIsMade] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  // It is closed at first, so that it knows by its opening where the focus was.
  useEffect(() => setIsOpen(isMade), [isMade])
  return (
    <>
      <ToolButton
        ref={button}
        id={id}
        label={label}
        icon={icon}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => (isMade ? setIsOpen(!isOpen) : setIsMade(true))}
      />
      {isMade && (
        <Menu id={id} position="bottom-start" opened={isOpen} onChange={setIsOpen}>
          <Menu.Target>
            <Stand for={button} />
          </Menu.Target>
          <Menu.Dropdown>{children}</Menu.Dropdown>
        </Menu>
      )}
    </>
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
