/** An object whose JSON is known: an answer joins texts, and the object itself is never made. */
export class Joined<Fields extends object> {
  /** `inner` is the JSON without the braces around it. */
  constructor(readonly inner: string) {}

  static of<Fields extends object>(fields: Fields): Joined<Fields> {
    return new Joined(JSON.stringify(fields).slice(1, -1))
  }

  get json(): string {
    return `{${this.inner}}`
  }

  get fields(): Fields {
    // A seam: the text was made of such fields.
    return JSON.parse(this.json) as Fields
  }
}

type FieldsOf<Part> = Part extends Joined<infer Fields> ? Fields : Part
type Together<Parts> = Parts extends readonly [infer First, ...infer Rest] ? FieldsOf<First> & Together<Rest> : object

/**
 * Returns the fields of all parts, in this order; no two parts have a field in common. A part that is the same in many answers is joined once, by
 * itself, and its JSON then put into each of them.
 * @example
 * const CLOSED = joined({ status: 'closed', reason: null })
 * joined({ ip: '192.0.2.1' }, CLOSED).json // {"ip":"192.0.2.1","status":"closed","reason":null}
 */
export function joined<const Parts extends readonly object[]>(...parts: Parts): Joined<Together<Parts>> {
  let text = ''
  for (const part of parts) {
    const { inner } = part instanceof Joined ? part : Joined.of(part)
    text += text === '' || inner === '' ? inner : `,${inner}`
  }
  return new Joined(text)
}
