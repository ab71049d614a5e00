export { ExportItems } from './export-items.tsx'
export { ImportButton } from './import/import-button.tsx'
