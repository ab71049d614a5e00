import { type ReactNode, type Ref } from 'react'

type ScrollerProps = {
  label: string
  className: string | undefined
  ref: Ref<HTMLDivElement>
  children: ReactNode
}

/** The scroll area of a file; arrow keys scroll it when it has the focus. */
export function Scroller({ label, className, ref, children }: ScrollerProps) {
  return (
    <div ref={ref} className={className} role="group" aria-label={label} tabIndex={0} data-scroller>
      {children}
    </div>
  )
}
