/**
 * The entries that were used recently: between `size` and twice `size` of them. The older half is dropped as a whole, so that neither a use
 * nor an addition costs more than a look into a Map.
 */
export class Recent<Key, Value> {
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  constructor(readonly size: number) {}

  get(key: Key): Value | undefined {
    const value = this.#young.get(key)
    if (value !== undefined) return value
    const older = this.#old.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  add(key: Key, value: Value): Value {
    this.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.size) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }
}
