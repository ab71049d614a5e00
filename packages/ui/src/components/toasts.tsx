import { useDirection } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'

/** Where toasts appear: at most five, five seconds each, at the inline end. */
export function Toasts() {
  const { dir } = useDirection()
  return (
    <Notifications
      limit={5}
      autoClose={5000}
      position={dir === 'rtl' ? 'bottom-left' : 'bottom-right'}
      zIndex={1100}
    />
  )
}

type Toast = {
  message: string
  title?: string
  tone?: 'plain' | 'good' | 'warning' | 'bad'
  /** Name of the close button. */ closeLabel: string
}

const colours = { plain: 'ink', good: 'green', warning: 'orange', bad: 'red' } as const

/** Shows a toast; a message that is already there is not shown twice. */
export function toast({ message, title, tone = 'plain', closeLabel }: Toast): void {
  notifications.show({
    id: message,
    message,
    title,
    color: colours[tone],
    role: tone === 'bad' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': closeLabel },
  })
}
