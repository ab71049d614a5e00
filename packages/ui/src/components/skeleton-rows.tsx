import { Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core'

type SkeletonRowsProps = {
  count?: number
  /** A round or square place before each line. */
  leading?: 'round' | 'square' | 'none'
  /** The name of the loading content, for screen readers. */
  label: string
}

const widths = ['72%', '54%', '63%', '48%', '68%']

/** Skeleton rows in the shape of the loading content. */
export function SkeletonRows({ count = 3, leading = 'none', label }: SkeletonRowsProps) {
  return (
    <Stack gap="var(--space-3)" role="status" py="var(--space-2)">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: count }, (_, row) => (
        <Group key={row} gap="var(--space-3)" wrap="nowrap" aria-hidden="true">
          {leading !== 'none' && (
            <Skeleton height={28} width={28} circle={leading === 'round'} style={{ flex: 'none' }} />
          )}
          <Skeleton height={12} width={widths[row % widths.length] ?? '60%'} />
        </Group>
      ))}
    </Stack>
  )
}
