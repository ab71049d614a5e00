import type { Configuration } from './configuration.ts'

/** The address that people open, without a slash at its end: as configured, or where this process listens. */
export const siteUrlOf = ({ publicUrl, host, port }: Pick<Configuration, 'publicUrl' | 'host' | 'port'>) =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
