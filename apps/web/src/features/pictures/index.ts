export { MadePictures } from './made-pictures.tsx'
export { PictureControls } from './picture-controls.tsx'
export { PicturesWaiting } from './pictures-waiting.tsx'
export { type PictureChoice, usePictureOptions } from './use-picture-options.ts'
