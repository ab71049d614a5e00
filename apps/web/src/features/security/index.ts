export { ProofForm } from './proof-form.tsx'
export { SecuritySections } from './security-sections.tsx'
