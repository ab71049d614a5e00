import { Awareness } from 'y-protocols/awareness'

/**
 * Who is in a canvas, and where their cursors are. One's own cursor moves with every key and is shown by the browser: its moves
 * emit `update`, so they are sent, but not `change`, after which the editor would draw all cursors again.
 */
export class CanvasAwareness extends Awareness {
  #isMoving = false

  override setLocalStateField(field: string, value: unknown): void {
    this.#isMoving = field === 'cursor'
    super.setLocalStateField(field, value)
    this.#isMoving = false
  }

  override emit(name: string, args: unknown[]): void {
    // Its base class calls this while it is constructed, before it has fields of its own.
    if (name === 'change' && #isMoving in this && this.#isMoving) return
    super.emit(name, args as never)
  }
}
