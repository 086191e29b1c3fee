import { type ComponentChildren, Fragment, type FunctionComponent, isValidElement, options, type VNode } from 'preact'

const VOID_ELEMENTS = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'path', 'circle', 'line', 'rect', 'polyline'])
const CHARACTERS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** As text or as a value between double quotes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => CHARACTERS[character] ?? '')
}

/**
 * Returns a component as markup, once: the state of its hooks is the first, and effects do not run. It is what the page needs of a server
 * renderer, so that it does without another package.
 */
export function markupOf(node: ComponentChildren, context: Context = {}): string {
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint') return escapeMarkup(String(node))
  if (Array.isArray(node)) return node.map((one) => markupOf(one, context)).join('')
  if (!isValidElement(node)) return ''
  const { type, props } = node
  if (type === Fragment) return markupOf(props.children, context)
  if (typeof type === 'string') return elementOf(type, props, context)
  const { output, below } = rendered(node, context)
  return markupOf(output, below)
}

/**
 * The part of Preact that its own server renderer uses as well; the names are those of the published files, which never change within
 * a major version.
 */
interface Internals {
  /** Called before a component is rendered, with its element. */
  __r?(element: unknown): void
  /** Whether effects are left out. */
  __s?: boolean
}

// A seam: these options have no types.
const internals = options as unknown as Internals

/** What providers above a component give it. */
type Context = Readonly<Record<string, unknown>>

interface Instance {
  readonly props: object
  readonly context: Context
  setState(): void
  /** Made by a provider when it is rendered. */
  getChildContext?(): Context
}

function rendered(node: VNode, context: Context): { output: ComponentChildren; below: Context } {
  // A seam: every component of the page is a function.
  const type = node.type as FunctionComponent
  const instance: Instance = { props: node.props, context, setState() {}, ...{ __v: node, __d: true } }
  internals.__r?.(Object.assign(node, { __c: instance }))
  const skipped = internals.__s ?? false
  internals.__s = true
  try {
    const output = type.call(instance, node.props, context)
    return { output, below: { ...context, ...instance.getChildContext?.() } }
  } finally {
    internals.__s = skipped
  }
}

function elementOf(name: string, props: Record<string, unknown> & { children?: ComponentChildren }, context: Context): string {
  const attributes = Object.entries(props).map(([key, value]) => attributeOf(key, value))
  const start = `<${name}${attributes.join('')}>`
  const isVoid = VOID_ELEMENTS.has(name) && props.children === undefined
  return isVoid ? (isForeign(name) ? `${start.slice(0, -1)}/>` : start) : `${start}${markupOf(props.children, context)}</${name}>`
}

/** Parts of drawings have to be closed. */
function isForeign(name: string): boolean {
  return ['path', 'circle', 'line', 'rect', 'polyline'].includes(name)
}

function attributeOf(name: string, value: unknown): string {
  if (name === 'translate') return ` translate="${value === false ? 'no' : 'yes'}"`
  if (name === 'children' || name === 'key' || name === 'ref' || typeof value === 'function') return ''
  if (value === null || value === undefined || value === false)
    return name.startsWith('aria-') && value === false ? ` ${name}="false"` : ''
  if (value === true) return name.startsWith('aria-') ? ` ${name}="true"` : ` ${name}`
  return ` ${name}="${escapeMarkup(String(value))}"`
}
