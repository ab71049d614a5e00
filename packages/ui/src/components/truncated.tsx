import { VisuallyHidden } from '@mantine/core'
import { truncate } from '../text.ts'

type TruncatedProps = {
  text: string
  limit?: number
  /** A tooltip shows for texts longer than this. */ tooltipFrom?: number
}

/** Text cut to `limit` characters, whole in a tooltip and for screen readers. */
export function Truncated({ text, limit = 30, tooltipFrom = limit }: TruncatedProps) {
  const cut = truncate(text, limit)
  if (cut === text) return <span dir="auto">{text}</span>
  return (
    <span dir="auto" data-hint={truncate(text, tooltipFrom) === text ? undefined : text}>
      <span aria-hidden="true">{cut}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}
