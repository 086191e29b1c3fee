/** The reason why an update is not made: a sentence for those who asked for it. */
export class UpdateRefusal extends Error {}
