import type { IStylesOptions } from 'docx'
import { codeFont, mathFont } from './inline-runs.ts'

/** Fonts that every office program has or substitutes, for Latin, Chinese and Arabic letters. */
const textFont = { ascii: 'Calibri', hAnsi: 'Calibri', eastAsia: 'Microsoft YaHei', cs: 'Arial' }
const quietColour = '6B6560'
const paper = { fill: 'F5F3EF' }

/** Document styles: sizes in half points, spaces in twips. */
export const documentStyles: IStylesOptions = {
  default: {
    document: {
      run: {
        font: textFont,
        size: 22,
        language: { value: 'en-US', eastAsia: 'zh-CN', bidirectional: 'ar-SA' },
      },
      paragraph: { spacing: { after: 120, line: 276 } },
    },
    title: { run: { size: 40, bold: true }, paragraph: { spacing: { after: 240 } } },
    heading1: {
      run: { size: 32, bold: true },
      paragraph: { spacing: { before: 360, after: 120 }, keepNext: true },
    },
    heading2: {
      run: { size: 26, bold: true, color: '3B3733' },
      paragraph: { spacing: { before: 360, after: 120 }, keepNext: true },
    },
    heading3: {
      run: { size: 26, bold: true },
      paragraph: { spacing: { before: 240, after: 80 }, keepNext: true },
    },
    heading4: {
      run: { size: 24, bold: true },
      paragraph: { spacing: { before: 200, after: 80 }, keepNext: true },
    },
    heading5: {
      run: { size: 22, bold: true },
      paragraph: { spacing: { before: 160, after: 60 }, keepNext: true },
    },
    heading6: {
      run: { size: 22, italics: true },
      paragraph: { spacing: { before: 160, after: 60 }, keepNext: true },
    },
    hyperlink: { run: { color: '1F5FA8', underline: {} } },
  },
  paragraphStyles: [
    {
      id: 'Quote',
      name: 'Quote',
      basedOn: 'Normal',
      run: { color: quietColour },
      paragraph: { border: { left: { style: 'single', size: 18, space: 8, color: 'C9C2B8' } } },
    },
    {
      id: 'Code',
      name: 'Code',
      basedOn: 'Normal',
      run: { font: codeFont, size: 19 },
      paragraph: { spacing: { after: 160, line: 252 }, shading: paper },
    },
    {
      id: 'CodeLabel',
      name: 'Code Label',
      basedOn: 'Normal',
      run: { size: 17, color: quietColour },
      paragraph: { spacing: { after: 20 } },
    },
    {
      id: 'Formula',
      name: 'Formula',
      basedOn: 'Normal',
      run: { font: mathFont, italics: true },
      paragraph: { alignment: 'center' },
    },
  ],
  characterStyles: [
    { id: 'InlineCode', name: 'Inline Code', run: { font: codeFont, size: 20, shading: paper } },
    { id: 'InlineFormula', name: 'Inline Formula', run: { font: mathFont, italics: true } },
    { id: 'When', name: 'When', run: { bold: false, size: 18, color: quietColour } },
  ],
}
