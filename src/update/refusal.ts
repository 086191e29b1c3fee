/** Why an update is not made: a sentence for whoever asked for it. */
export class UpdateRefusal extends Error {}
