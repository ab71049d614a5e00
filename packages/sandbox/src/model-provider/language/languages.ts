/** The five languages in which the sandbox models read and write. */
export type Language = 'en' | 'fr' | 'vi' | 'zh' | 'ar'
