/** The part of pdfkit that receipts use. */
declare module 'pdfkit' {
  type TextOptions = Readonly<{ features: readonly string[]; lineBreak: false; baseline: 'alphabetic' }>
  class PDFDocument {
    constructor(options: { size: string; margin: number; info: Record<string, string> })
    readonly page: { width: number; height: number }
    on(event: 'data', listener: (chunk: Buffer) => void): this
    on(event: 'end', listener: () => void): this
    font(file: string): this
    fontSize(size: number): this
    fillColor(color: string): this
    text(text: string, x: number, y: number, options: TextOptions): this
    widthOfString(text: string, options: TextOptions): number
    rect(x: number, y: number, width: number, height: number): this
    fill(color: string): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    lineWidth(width: number): this
    strokeColor(color: string): this
    stroke(): this
    end(): void
  }
  export default PDFDocument
}
