import type { Phrases } from '@atrium/phrases'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    keySeparator: false
    returnNull: false
    resources: Phrases
  }
}
