import type { MantineColorsTuple } from '@mantine/core'

/** Scale of ten steps, lightest first, as Mantine reads it. */
type Scale = MantineColorsTuple

/** The one accent: an ink green, deep enough to carry white text from step 6 on. */
export const ink: Scale = [
  '#eef6f3',
  '#d8eae4',
  '#b2d5ca',
  '#87bcad',
  '#5fa391',
  '#3f8a78',
  '#2a7564',
  '#1d6454',
  '#154f43',
  '#0d3a31',
]

/** Neutrals with a little warmth, for the light scheme. */
export const stone: Scale = [
  '#faf9f6',
  '#f4f2ed',
  '#eae7e0',
  '#dcd8cf',
  '#c5c0b5',
  '#a39d91',
  '#7d776c',
  '#615c53',
  '#3f3b35',
  '#262420',
]

/** The same warmth for the dark scheme: step 0 is text, 7 the page, 6 a raised surface. */
export const night: Scale = [
  '#ebe8e2',
  '#cdc9c1',
  '#a9a49b',
  '#8a857c',
  '#4d4943',
  '#3b3833',
  '#2b2925',
  '#1f1d1a',
  '#191715',
  '#12110f',
]

/** Colors that carry text in each scheme; `palette.test.ts` holds them to WCAG AA. */
export const readable = {
  light: {
    page: '#fbfaf7',
    surface: '#ffffff',
    sunken: '#f4f2ed',
    text: '#262420',
    quiet: '#615c53',
    placeholder: '#6f695f',
    accent: '#1d6454',
    danger: '#b3261e',
    warning: '#8a4b00',
    success: '#1b6033',
  },
  dark: {
    page: '#1f1d1a',
    surface: '#262421',
    sunken: '#191715',
    text: '#ebe8e2',
    quiet: '#aea9a0',
    placeholder: '#a09a91',
    accent: '#8cc7b7',
    danger: '#ff9d94',
    warning: '#f0b76b',
    success: '#8fcf9f',
  },
} as const

/** Colors of highlighted code in each scheme, on `sunken`. */
export const codeColours = {
  light: {
    keyword: '#8a3a6f',
    string: '#3d6b1f',
    constant: '#9a4a12',
    function: '#1f5fa8',
    comment: '#6b655b',
    parameter: '#3f3b35',
    punctuation: '#57524a',
  },
  dark: {
    keyword: '#e0a3c8',
    string: '#a9cf8a',
    constant: '#e8b07a',
    function: '#8fbdf0',
    comment: '#9a948a',
    parameter: '#d8d3ca',
    punctuation: '#b5afa5',
  },
} as const
