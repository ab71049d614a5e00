import type { Language } from '@atrium/contract'
import ar from '@atrium/phrases/ar/mails/billing-mails.ts'
import en from '@atrium/phrases/en/mails/billing-mails.ts'
import fr from '@atrium/phrases/fr/mails/billing-mails.ts'
import vi from '@atrium/phrases/vi/mails/billing-mails.ts'
import zh from '@atrium/phrases/zh/mails/billing-mails.ts'

const phrases: Record<Language, Record<keyof typeof en, string>> = { ar, en, fr, vi, zh }

/** Returns a function that fills a phrase of mails and receipts, in one pass, so that a name that contains a variable stays as it is. */
export const buyerWords =
  (language: Language) =>
  (key: keyof typeof en, values: Readonly<Record<string, string>> = {}): string =>
    phrases[language][key].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
