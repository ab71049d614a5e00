import type { Configuration } from './configuration.ts'

/** Returns the public address without a trailing slash: as configured, or where this process listens. */
export const siteUrlOf = ({ publicUrl, host, port }: Pick<Configuration, 'publicUrl' | 'host' | 'port'>) =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
