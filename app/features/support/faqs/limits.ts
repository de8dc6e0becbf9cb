/** Maximum stored searches without a result. */
export const maxMisses = 200;

/** Toast after a FAQ was saved that clients do not see yet. */
export const draftSavedText = "FAQ saved as a draft";
