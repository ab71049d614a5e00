const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats a size in steps of 1024 as the limits count: '1.4 MB'. */
export function fileSize(sizeBytes: number, language: string): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(sizeBytes, 1)) / 10), units.length - 1)
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    // '8 bytes', but '8 kB'.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
    // Never rounds the remaining space up.
    roundingMode: 'floor',
  }).format(sizeBytes / 1024 ** step)
}
