import { type ReactNode, type Ref } from 'react'

type ScrollerProps = {
  label: string
  className: string | undefined
  ref: Ref<HTMLDivElement>
  children: ReactNode
}

/** What of a file is shown scrolls here; arrow keys do so once the keyboard has come to it. */
export function Scroller({ label, className, ref, children }: ScrollerProps) {
  return (
    <div ref={ref} className={className} role="group" aria-label={label} tabIndex={0} data-scroller>
      {children}
    </div>
  )
}
