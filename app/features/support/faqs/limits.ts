/** Maximum stored searches without a result. */
export const maxMisses = 200;
