type LogoProps = {
  /** Edge in pixels. */ size?: number
  /** Without a name the mark is decoration. */ title?: string
}

/** The mark: a court seen from above – walls, an open gate, and the light in the middle. */
export function Logo({ size = 28, title }: LogoProps) {
  const name = title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true }
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" {...name}>
      <rect width="32" height="32" rx="9" fill="var(--mantine-color-ink-7)" />
      <path d="M7.5 24.5V15a8.5 8.5 0 0 1 17 0v9.5" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
      <path
        d="M12.2 24.5V15.6a3.8 3.8 0 0 1 7.6 0v8.9"
        stroke="#fff"
        strokeOpacity=".55"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <circle cx="16" cy="22.6" r="1.9" fill="#f2c879" />
    </svg>
  )
}
