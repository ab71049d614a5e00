export { Followups } from './followups.tsx'
export { answerMark } from './selected-text.ts'
export { SelectionToolbar } from './selection-toolbar.tsx'
export { TextWorkMenu } from './text-work-menu.tsx'
