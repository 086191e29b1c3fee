/**
 * Names that browsers leave as they are. In a browser Preact sets the property, a boolean; its server renderer writes the attribute, whose
 * values are "yes" and "no" and which leaves out `false`.
 */
// A seam: Preact's types know the property alone.
export const UNTRANSLATED = { translate: typeof document === 'undefined' ? ('no' as unknown as boolean) : false }
